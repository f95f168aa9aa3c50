import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glideAt, hasArrived } from './glide.ts';
import { contains, MAX_SPAN_MS, MIN_SPAN_MS, spanOf, type TimeScale } from './time-scale.ts';

const WIDTH_PX = 800;
const scales = fc
  .record({
    startMs: fc.integer({ min: 0, max: Date.UTC(2040, 0) }),
    spanMs: fc.integer({ min: MIN_SPAN_MS, max: MAX_SPAN_MS }),
  })
  .map(({ startMs, spanMs }): TimeScale => ({ startMs, endMs: startMs + spanMs, widthPx: WIDTH_PX }));

describe('a glide', () => {
  it('begins at one view and ends at the other, in the width of now', () => {
    fc.assert(
      fc.property(scales, scales, (from, to) => {
        const glide = { from, to, sinceTickMs: 1_000 };
        const first = glideAt(glide, 1_000, 500);
        expect(first.startMs).toBeCloseTo(from.startMs, 0);
        expect(spanOf(first)).toBeCloseTo(spanOf(from), 0);
        expect(glideAt(glide, 1_220, 500)).toEqual({ ...to, widthPx: 500 });
        expect([hasArrived(glide, 1_219), hasArrived(glide, 1_220)]).toEqual([false, true]);
      }),
    );
  });

  it('never leaves the range of the two views, and its span changes in one direction', () => {
    const elapsed = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(scales, scales, elapsed, elapsed, (from, to, a, b) => {
        const glide = { from, to, sinceTickMs: 0 };
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map((at) => glideAt(glide, at, WIDTH_PX));
        const spans = [from, earlier, later, to].map((scale) => (scale ? spanOf(scale) : 0));
        const inOrder = spanOf(from) <= spanOf(to) ? spans : spans.toReversed();
        for (const [n, span] of inOrder.slice(1).entries()) expect(span).toBeGreaterThanOrEqual((inOrder[n] ?? 0) - 1);
        for (const scale of [earlier, later])
          if (scale) {
            const middles = [from, to].map(({ startMs, endMs }) => (startMs + endMs) / 2);
            const range = { startMs: Math.min(...middles) - 1, endMs: Math.max(...middles) + 1, widthPx: 1 };
            expect(contains(range, (scale.startMs + scale.endMs) / 2)).toBe(true);
          }
      }),
    );
  });

  it('zooms evenly: in half of the eased way the span changes by the root of its factor', () => {
    const glide = {
      from: { startMs: 0, endMs: 100_000, widthPx: WIDTH_PX },
      to: { startMs: 0, endMs: 400_000, widthPx: WIDTH_PX },
      sinceTickMs: 0,
    };
    const halfWayMs = 220 * (1 - 0.5 ** (1 / 3));
    expect(spanOf(glideAt(glide, halfWayMs, WIDTH_PX))).toBeCloseTo(200_000, 0);
  });
});
