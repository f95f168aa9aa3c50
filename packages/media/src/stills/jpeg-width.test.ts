import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpegWidth } from './jpeg-width.ts';

const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const frame = (marker: number, width: number) => segment(marker, 8, 0, 90, width >> 8, width & 0xff, 1, 1, 0x11, 0);
const jpeg = (...parts: number[][]) => Buffer.from([0xff, 0xd8, ...parts.flat()]);
const comment = segment(0xfe, 1, 2, 3);
const huffman = segment(0xc4, 0, 0, 0, 9, 9, 9, 9);

describe('the width of a JPEG', () => {
  it.each([
    ['baseline', jpeg(frame(0xc0, 160)), 160],
    ['progressive', jpeg(frame(0xc2, 1920)), 1920],
    ['after other segments', jpeg(comment, huffman, frame(0xc0, 640)), 640],
    ['without a frame', jpeg(comment, huffman), undefined],
    ['of something else', Buffer.from('not a picture, but long enough'), undefined],
    ['of nothing', Buffer.alloc(0), undefined],
    ['cut off in the frame header', jpeg(frame(0xc0, 160)).subarray(0, 8), undefined],
    [
      'with a segment that ends beyond it',
      Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0xff, 0xff, ...frame(0xc0, 9)]),
      undefined,
    ],
  ])('%s', (_title, picture, expected) => expect(jpegWidth(picture)).toBe(expected));

  it('is found or not, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        jpegWidth(Buffer.from([0xff, 0xd8, ...bytes]));
      }),
    );
  });
});
