import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedPicture, type Picture, splitPictures } from './picture-splitter.ts';

const pnm = ({ widthPx, heightPx, channels, pixels }: Picture): Buffer =>
  Buffer.concat([Buffer.from(`P${channels === 1 ? 5 : 6}\n${widthPx} ${heightPx}\n255\n`), pixels]);

const anyPicture: fc.Arbitrary<Picture> = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 12 }),
    heightPx: fc.integer({ min: 1, max: 12 }),
    channels: fc.constantFrom(1 as const, 3 as const),
    // Pixels that look like a header must not be parsed as one.
    fill: fc.constantFrom(...Buffer.from('P5 12\n')),
  })
  .map(({ fill, ...size }) => ({
    ...size,
    pixels: new Uint8Array(size.widthPx * size.heightPx * size.channels).fill(fill),
  }));

describe('pictures of a decoder', () => {
  it('are complete, in whatever chunks they arrive', () => {
    fc.assert(
      fc.property(
        fc.array(anyPicture, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (pictures, lengths) => {
          const bytes = Buffer.concat(pictures.map(pnm));
          const got: Picture[] = [];
          const splitter = splitPictures((picture) => got.push(picture));
          for (let at = 0, i = 0; at < bytes.length; i += 1) {
            const length = lengths[i % lengths.length] ?? 1;
            splitter.push(bytes.subarray(at, at + length));
            at += length;
          }
          expect(got).toEqual(pictures);
        },
      ),
    );
  });

  it.each([
    ['anything but a picture', 'RIFF....AVI LIST hello hello'],
    ['a header without an end', `P5\n${' '.repeat(40)}`],
    ['a picture of an impossible size', 'P5\n9999 9999\n255\n'],
    ['a picture without pixels', 'P5\n0 9\n255\n'],
    ['sixteen bits a pixel', 'P5\n10 10\n65535\n1234567890'],
  ])('are rejected when they are %s', (_title, text) => {
    const splitter = splitPictures(() => undefined);
    expect(() => splitter.push(Buffer.from(text))).toThrow(MalformedPicture);
  });
});
