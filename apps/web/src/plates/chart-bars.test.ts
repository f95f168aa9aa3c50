import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, chartRequest, fittedRange } from './chart-bars.ts';

const HOUR = 3_600_000;
const day = new Date(2026, 9, 20).getTime();

describe('the bars of a chart', () => {
  it('are hours for a day, and local days for a month', () => {
    expect(barsOf({ startMs: day, endMs: day + 24 * HOUR }, [])).toHaveLength(24);
    // The clocks may change in between: a day has 23 to 25 hours then.
    const month = { startMs: day, endMs: new Date(2026, 10, 19).getTime() };
    const bars = barsOf(month, []);
    expect(bars).toHaveLength(30);
    expect(bars.every(({ startMs }) => new Date(startMs).getHours() === 0)).toBe(true);
  });

  it('contain every read once', () => {
    const input = fc.record({
      hours: fc.integer({ min: 1, max: 24 * 60 }),
      reads: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 50 })), { maxLength: 40 }),
    });
    fc.assert(
      fc.property(input, ({ hours, reads }) => {
        const range = { startMs: day, endMs: day + hours * HOUR };
        const buckets = reads
          .map(([at, count]) => ({ ms: day + (at % hours) * HOUR, reads: count }))
          .sort((a, b) => a.ms - b.ms);
        const bars = barsOf(
          range,
          buckets.map(({ ms, reads: count }) => ({ start: new Date(ms).toISOString(), reads: count })),
        );
        for (const bar of bars) {
          const inside = buckets.filter(({ ms }) => ms >= bar.startMs && ms < bar.endMs);
          expect(bar.reads).toBe(inside.reduce((sum, { reads: count }) => sum + count, 0));
        }
      }),
    );
  });

  it('are asked for in whole hours, at most as many as the server counts', () => {
    expect(chartRequest({ startMs: day + 1, endMs: day + HOUR + 1 })).toEqual({
      startMs: day,
      endMs: day + 2 * HOUR,
      buckets: 24,
    });
    expect(chartRequest({ startMs: 0, endMs: 10_000 * HOUR }).buckets).toBe(4096);
    expect(chartRequest({ startMs: day, endMs: day + 24 * HOUR }).buckets).toBe(24);
    expect(chartRequest({ startMs: day, endMs: day }).buckets).toBe(12);
  });

  it('cover the reads alone: an hour at least, and none is left out', () => {
    const range = { startMs: day - 90 * 24 * HOUR, endMs: day };
    const one = [{ start: new Date(day - 5 * HOUR).toISOString(), reads: 7 }];
    expect(fittedRange(range, one)).toEqual({ startMs: day - 5 * HOUR, endMs: day - 4 * HOUR });
    expect(barsOf(fittedRange(range, one), one)).toHaveLength(12);
    expect(fittedRange(range, [])).toEqual(range);
    const input = fc.array(fc.tuple(fc.nat({ max: 90 * 24 - 1 }), fc.nat({ max: 3 })), { maxLength: 30 });
    fc.assert(
      fc.property(input, (parts) => {
        const buckets = parts
          .sort(([a], [b]) => a - b)
          .map(([hour, reads]) => ({ start: new Date(range.startMs + hour * HOUR).toISOString(), reads }));
        const fitted = fittedRange(range, buckets);
        expect(fitted.endMs - fitted.startMs).toBeGreaterThanOrEqual(HOUR);
        const outside = buckets.filter(
          ({ start, reads }) => reads > 0 && !(Date.parse(start) >= fitted.startMs && Date.parse(start) < fitted.endMs),
        );
        expect(outside).toEqual([]);
      }),
    );
  });
});
