import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStart, type SegmentStart } from './next-start.ts';

describe('the second in the name of a segment', () => {
  it('is that of its creation', () => {
    expect(nextStart(4_010, undefined).startMs).toBe(4_000);
    expect(nextStart(8_050, { preciseStartMs: 4_050, startMs: 4_000 }).startMs).toBe(8_000);
  });

  it('is the next one when the previous segment was created in the same second', () => {
    expect(nextStart(4_900, { preciseStartMs: 4_010, startMs: 4_000 }).startMs).toBe(5_000);
  });

  it('stays that of its creation when the clock was set back', () => {
    expect(nextStart(4_500, { preciseStartMs: 9_000, startMs: 9_000 }).startMs).toBe(4_000);
  });

  it('is never used twice, and never far from the creation, while the clock advances', () => {
    const gaps = fc.array(fc.integer({ min: 300, max: 5_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        let last: SegmentStart | undefined;
        let preciseStartMs = 0;
        const used = new Set<number>();
        for (const gapMs of gapsMs) {
          preciseStartMs += gapMs;
          last = nextStart(preciseStartMs, last);
          expect(used.has(last.startMs)).toBe(false);
          used.add(last.startMs);
          expect(last.startMs).toBeGreaterThan(preciseStartMs - 1_000);
        }
      }),
    );
  });
});
