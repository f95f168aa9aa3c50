import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRuns } from '../playback/footage-finder.ts';
import { laneBands } from './lane-bands.ts';
import { motionColumns } from './motion-intensity.ts';

const scale = { startMs: 0, endMs: 90_000, widthPx: 90 };

describe('motion on the timeline', () => {
  it('is as high as its share of the time', () => {
    expect(
      motionColumns(
        [
          { startMs: 3_000, endMs: 9_000 },
          { startMs: 12_000, endMs: 13_500 },
        ],
        scale,
      ),
    ).toEqual([
      { xPx: 3, widthPx: 6, share: 1 },
      { xPx: 12, widthPx: 3, share: 0.5 },
    ]);
  });

  it('is visible even if it was short', () => {
    expect(motionColumns([{ startMs: 30_000, endMs: 30_001 }], scale)).toEqual([{ xPx: 30, widthPx: 3, share: 1 / 6 }]);
  });

  it('in the first column counts also where it ended before the view begins', () => {
    const motion = [
      { startMs: -1, endMs: 2 },
      { startMs: 3, endMs: 5 },
    ];
    expect(motionColumns(motion, { startMs: 3, endMs: 123, widthPx: 40 })[0]?.share).toBeCloseTo(3 / 6);
  });

  it('is the same as counted millisecond by millisecond, at any position of the view', () => {
    const span = fc.tuple(fc.integer({ min: -50, max: 400 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.integer({ min: -30, max: 200 }), (raw, startMs) => {
        const motion = mergeRuns([raw.map(([from, length]) => ({ startMs: from, endMs: from + length }))]);
        const view = { startMs, endMs: startMs + 120, widthPx: 40 };
        const columns = motionColumns(motion, view);
        // Three pixels are nine milliseconds here.
        for (let column = Math.floor(startMs / 9); column * 9 < view.endMs; column += 1) {
          let count = 0;
          for (let ms = column * 9; ms < column * 9 + 9; ms += 1)
            if (motion.some((one) => one.startMs <= ms && ms < one.endMs)) count += 1;
          const xPx = (column * 9 - startMs) / 3;
          const drawn = columns.find((one) => one.xPx <= xPx + 0.01 && xPx < one.xPx + one.widthPx - 0.01);
          if (count === 0) expect(drawn).toBeUndefined();
          else expect(Math.abs((drawn?.share ?? 9) - count / 9)).toBeLessThanOrEqual(1 / 6);
        }
      }),
    );
  });
});

describe('the bands of a lane', () => {
  it('never cover each other', () => {
    for (let heightPx = 17; heightPx <= 80; heightPx += 1) {
      const { glyph, opening, motion } = laneBands(heightPx);
      expect(glyph.centerPx - glyph.radiusPx).toBeGreaterThanOrEqual(0);
      expect(glyph.centerPx + glyph.radiusPx).toBeLessThanOrEqual(opening.topPx);
      expect(opening.topPx + opening.heightPx).toBeLessThanOrEqual(motion.topPx);
      expect(motion.topPx + motion.heightPx).toBe(heightPx);
    }
  });
});
