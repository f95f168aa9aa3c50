import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centerOn,
  clampToLimits,
  contains,
  MAX_SPAN_MS,
  MIN_SPAN_MS,
  pan,
  spanOf,
  type TimeScale,
  timeAt,
  xOf,
  zoomAround,
} from './time-scale.ts';

const NOW_MS = Date.UTC(2026, 9, 25, 1);
const scales = fc
  .record({
    startMs: fc.integer({ min: 0, max: 2 * NOW_MS }),
    spanMs: fc.integer({ min: MIN_SPAN_MS, max: MAX_SPAN_MS }),
    widthPx: fc.integer({ min: 100, max: 4000 }),
  })
  .map(({ startMs, spanMs, widthPx }): TimeScale => ({ startMs, endMs: startMs + spanMs, widthPx }));
const shares = fc.double({ min: 0, max: 1, noNaN: true });

describe('the scale of the timeline', () => {
  it('maps a time to a pixel and back', () => {
    fc.assert(
      fc.property(scales, shares, (scale, share) => {
        const x = share * scale.widthPx;
        expect(xOf(scale, timeAt(scale, x))).toBeCloseTo(x, 3);
      }),
    );
  });

  it('zooms around the pointer', () => {
    fc.assert(
      fc.property(scales, shares, fc.double({ min: 0.01, max: 100, noNaN: true }), (scale, share, factor) => {
        const xPx = share * scale.widthPx;
        const zoomed = zoomAround(scale, { xPx, factor });
        expect(Math.abs(timeAt(zoomed, xPx) - timeAt(scale, xPx))).toBeLessThan(1);
        expect(spanOf(zoomed)).toBeGreaterThanOrEqual(MIN_SPAN_MS - 1);
        expect(spanOf(zoomed)).toBeLessThanOrEqual(MAX_SPAN_MS + 1);
      }),
    );
  });

  it('returns to the same view after panning forth and back', () => {
    fc.assert(
      fc.property(scales, fc.integer({ min: -5000, max: 5000 }), (scale, byPx) => {
        const back = pan(pan(scale, byPx), -byPx);
        expect(back.startMs).toBeCloseTo(scale.startMs, 1);
        expect(spanOf(back)).toBeCloseTo(spanOf(scale), 1);
      }),
    );
  });

  it('puts a moment at a given place, with the same span', () => {
    fc.assert(
      fc.property(scales, shares, (scale, share) => {
        const centered = centerOn(scale, NOW_MS, share);
        expect(xOf(centered, NOW_MS)).toBeCloseTo(share * scale.widthPx, 2);
        expect(spanOf(centered)).toBeCloseTo(spanOf(scale), 1);
      }),
    );
  });

  it('keeps the present and the oldest footage within reach', () => {
    const reach = { oldestMs: NOW_MS - MAX_SPAN_MS, newestMs: NOW_MS };
    fc.assert(
      fc.property(scales, (scale) => {
        const kept = clampToLimits(scale, reach);
        const middleMs = (kept.startMs + kept.endMs) / 2;
        expect(middleMs).toBeGreaterThanOrEqual(reach.oldestMs - 1);
        expect(kept.endMs).toBeLessThanOrEqual(reach.newestMs + 0.05 * spanOf(kept) + 1);
      }),
    );
    const scale = { startMs: NOW_MS - 1000, endMs: NOW_MS, widthPx: 500 };
    expect(clampToLimits(scale, reach)).toBe(scale);
    expect([contains(scale, NOW_MS), contains(scale, NOW_MS + 1)]).toEqual([true, false]);
  });
});
