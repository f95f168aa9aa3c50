import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotY4m, Y4mSplitter } from './y4m-splitter.ts';

const stream = (width: number, height: number, pictures: readonly number[]) => {
  const bytes = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const frames = pictures.flatMap((value) => [Buffer.from('FRAME\n'), Buffer.alloc(bytes, value)]);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F25:1 Ip A0:0 C420jpeg XYSCSS=420JPEG\n`),
    ...frames,
  ]);
};

describe('the pictures of a yuv4mpegpipe', () => {
  it('are complete, however the stream is split, also with odd sizes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        (width, height, cut) => {
          const seen: [number, number, number[]][] = [];
          const splitter = new Y4mSplitter((size, planes) =>
            seen.push([size.width, size.height, [...new Set(planes)]]),
          );
          const bytes = stream(width, height, [10, 70, 200]);
          for (let at = 0; at < bytes.length; at += cut) splitter.push(bytes.subarray(at, at + cut));
          expect(seen).toEqual([10, 70, 200].map((value) => [width, height, [value]]));
        },
      ),
    );
  });

  it.each([
    ['another format', 'P5 16 16 255\n'],
    ['no size', 'YUV4MPEG2 W0 H16 C420jpeg\n'],
    ['a size beyond all bounds', 'YUV4MPEG2 W99999 H16 C420jpeg\n'],
    ['other colours', 'YUV4MPEG2 W16 H16 C444\n'],
    ['a header without end', 'Y'.repeat(2_000)],
    ['no header before a picture', 'YUV4MPEG2 W16 H16 F1:1 C420jpeg\nPICTURE\n'],
  ])('are rejected with %s', (_title, text) => {
    expect(() => new Y4mSplitter(() => undefined).push(Buffer.from(text))).toThrow(NotY4m);
  });
});
