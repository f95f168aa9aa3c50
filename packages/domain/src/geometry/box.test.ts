import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxCentre, readDetectorBox, readNormalizedBox, readPixelBox, withMargin } from './box.ts';

const frame = { width: 1280, height: 720 };
const close = (box: readonly number[] | undefined, expected: readonly number[]) => {
  expect(box).toHaveLength(4);
  for (const [index, part] of (box ?? []).entries()) expect(part).toBeCloseTo(expected[index] ?? Number.NaN, 9);
};

describe('detector boxes', () => {
  it('reads a pixel box as corners if possible', () =>
    close(readPixelBox([320, 180, 640, 360], frame), [0.25, 0.25, 0.25, 0.25]));

  it.each([
    ['the third value is not right of the first', [640, 180, 320, 360], [0.5, 0.25, 0.25, 0.5]],
    ['the fourth value is not below the second', [320, 360, 640, 180], [0.25, 0.5, 0.5, 0.25]],
    ['neither is', [640, 360, 64, 72], [0.5, 0.5, 0.05, 0.1]],
  ])('falls back to origin and size when %s', (_title, box, expected) => close(readPixelBox(box, frame), expected));

  it('cuts a box to the frame', () => {
    close(readPixelBox([-64, -72, 1344, 360], frame), [0, 0, 1, 0.5]);
    close(readNormalizedBox([0.9, 0.5, 0.2, 0.1]), [0.9, 0.5, 0.1, 0.1]);
  });

  it('reads the HTTP form as fractions, with or without a frame size', () => {
    close(readDetectorBox([0.1, 0.2, 0.3, 0.4], undefined), [0.1, 0.2, 0.3, 0.4]);
    close(readDetectorBox([0.1, 0.2, 0.3, 0.4], frame), [0.1, 0.2, 0.3, 0.4]);
  });

  it('has no box for pixels without a frame size', () =>
    expect(readDetectorBox([320, 180, 640, 360], undefined)).toBeUndefined());

  it.each([
    ['nothing', undefined],
    ['text', '1,2,3,4'],
    ['three numbers', [1, 2, 3]],
    ['a text among them', [1, 2, 3, '4']],
    ['NaN', [1, 2, Number.NaN, 4]],
    ['infinity', [1, 2, Number.POSITIVE_INFINITY, 4]],
    ['no area', [10, 10, 10, 0]],
    ['a place outside the frame', [2000, 2000, 2100, 2100]],
    ['a negative size', [10, 10, -5, -5]],
  ])('has no box for %s', (_title, value) => expect(readDetectorBox(value, frame)).toBeUndefined());

  it('has no box in a frame without a size', () =>
    expect(readPixelBox([1, 2, 3, 4], { width: 0, height: Number.NaN })).toBeUndefined());

  it('is always inside the frame and never empty', () => {
    const anyNumber = fc.oneof(fc.double(), fc.integer({ min: -100, max: 3000 }), fc.double({ min: 0, max: 1 }));
    fc.assert(
      fc.property(fc.tuple(anyNumber, anyNumber, anyNumber, anyNumber), (values) => {
        const box = readDetectorBox(values, frame);
        if (box === undefined) return;
        const [x, y, width, height] = box;
        expect(x >= 0 && y >= 0 && width > 0 && height > 0).toBe(true);
        expect(x + width <= 1 + 1e-12 && y + height <= 1 + 1e-12).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('knows its centre', () => expect(boxCentre([0.25, 0.5, 0.5, 0.25])).toEqual([0.5, 0.625]));
});

describe('a margin', () => {
  it('is a share of the box on each side', () =>
    expect(withMargin([0.4, 0.5, 0.2, 0.1], 0.5).map((part) => part.toFixed(9))).toEqual(
      [0.3, 0.45, 0.4, 0.2].map((part) => part.toFixed(9)),
    ));

  it('is clipped to the frame', () => {
    expect(withMargin([0, 0, 1, 1], 0.5)).toEqual([0, 0, 1, 1]);
    const [x, y, width, height] = withMargin([0.9, 0.95, 0.1, 0.05], 1);
    expect([x + width, y + height]).toEqual([1, 1]);
  });
});
