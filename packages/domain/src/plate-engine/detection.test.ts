import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NormalizedBox } from '../geometry/box.ts';
import { fromLetterbox, letterboxOf, overlapOf, suppressOverlaps } from './detection.ts';

const whole: NormalizedBox = [0, 0, 1, 1];
const input = { width: 512, height: 288 };

describe('a letterbox', () => {
  it.each([
    [
      'fills the input with a picture of its shape',
      { width: 1920, height: 1080 },
      { scaledWidth: 512, scaledHeight: 288, left: 0, top: 0 },
    ],
    ['centres a portrait', { width: 1080, height: 1920 }, { scaledWidth: 162, scaledHeight: 288, left: 175, top: 0 }],
    ['centres a wide picture', { width: 2000, height: 500 }, { scaledWidth: 512, scaledHeight: 128, left: 0, top: 80 }],
  ])('%s', (_title, picture, letterbox) => {
    expect(letterboxOf(picture, input)).toEqual(letterbox);
  });

  it('maps a box back to the frame', () => {
    const size = fc.integer({ min: 64, max: 4096 });
    const share = fc.double({ min: 0.05, max: 0.4, noNaN: true });
    fc.assert(
      fc.property(size, size, share, share, share, share, (width, height, x, y, w, h) => {
        const region: NormalizedBox = [0.1, 0.2, 0.8, 0.7];
        const letterbox = letterboxOf({ width, height }, input);
        const box = {
          left: letterbox.left + x * letterbox.scaledWidth,
          top: letterbox.top + y * letterbox.scaledHeight,
          right: letterbox.left + (x + w) * letterbox.scaledWidth,
          bottom: letterbox.top + (y + h) * letterbox.scaledHeight,
        };
        const found = fromLetterbox(box, { letterbox, region }) ?? expect.fail('no box');
        [0.1 + x * 0.8, 0.2 + y * 0.7, w * 0.8, h * 0.7].forEach((part, i) => {
          expect(found[i]).toBeCloseTo(part, 6);
        });
      }),
    );
  });

  it('leaves nothing of a box in its border', () => {
    const letterbox = letterboxOf({ width: 1080, height: 1920 }, input);
    expect(fromLetterbox({ left: 10, top: 10, right: 60, bottom: 30 }, { letterbox, region: whole })).toBeUndefined();
  });
});

describe('boxes that overlap', () => {
  it('are suppressed in favour of the most confident; separate ones stay', () => {
    const at = (score: number, x: number) => ({ score, box: [x, 0.5, 0.1, 0.05] as const });
    const kept = suppressOverlaps([at(0.7, 0.11), at(0.9, 0.1), at(0.8, 0.6)], { overlap: 0.45, most: 5 });
    expect(kept.map(({ score }) => score)).toEqual([0.9, 0.8]);
    expect(suppressOverlaps([at(0.9, 0.1), at(0.8, 0.6)], { overlap: 0.45, most: 1 })).toHaveLength(1);
  });

  it('overlap fully with themselves and not at all with separate ones', () => {
    expect(overlapOf([0.1, 0.1, 0.2, 0.2], [0.1, 0.1, 0.2, 0.2])).toBeCloseTo(1);
    expect(overlapOf([0.1, 0.1, 0.2, 0.2], [0.4, 0.1, 0.2, 0.2])).toBe(0);
    expect(overlapOf([0, 0, 0.2, 0.1], [0.1, 0, 0.2, 0.1])).toBeCloseTo(1 / 3);
  });
});
