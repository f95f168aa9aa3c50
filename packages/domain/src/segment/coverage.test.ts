import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredMs } from '../time/interval.ts';
import { coverage } from './coverage.ts';

const window = { startMs: 10_000, endMs: 30_000 };

describe('coverage of a window', () => {
  it('joins back-to-back segments into one run', () => {
    const segments = [10_000, 14_000, 18_000].map((startMs) => ({ startMs, durationMs: 3950 }));
    expect(coverage(segments, { window })).toEqual({
      runs: [{ startMs: 10_000, endMs: 21_950 }],
      gaps: [{ startMs: 21_950, endMs: 30_000 }],
    });
  });

  it('never extends a segment over a stall', () => {
    const segments = [
      { startMs: 10_000, durationMs: 1500 },
      { startMs: 20_000, durationMs: 4000 },
    ];
    expect(coverage(segments, { window }).gaps[0]).toEqual({ startMs: 11_500, endMs: 20_000 });
  });

  it('includes segments that begin before the window', () => {
    const segments = [
      { startMs: 7000, durationMs: 4000 },
      { startMs: 29_000, durationMs: 4000 },
    ];
    expect(coverage(segments, { window }).runs).toEqual([
      { startMs: 10_000, endMs: 11_000 },
      { startMs: 29_000, endMs: 30_000 },
    ]);
  });

  it('runs and gaps partition the window', () => {
    const segment = fc.record({ startMs: fc.nat(200), durationMs: fc.integer({ min: -5, max: 40 }) });
    const bounds = fc.record({ startMs: fc.nat(100), endMs: fc.integer({ min: 100, max: 240 }) });
    fc.assert(
      fc.property(fc.array(segment), bounds, fc.nat(10), (segments, wanted, toleranceMs) => {
        const { runs, gaps } = coverage(segments, { window: wanted, toleranceMs });
        const windowMs = wanted.endMs - wanted.startMs;
        expect(coveredMs([...runs, ...gaps])).toBe(windowMs);
        // Nothing twice: apart they cover as much as together.
        expect(coveredMs(runs) + coveredMs(gaps)).toBe(windowMs);
      }),
    );
  });
});
