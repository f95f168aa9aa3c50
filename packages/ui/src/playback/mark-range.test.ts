import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markRange } from './mark-range.ts';

const nowMs = 1_000_000;

describe('marking a range', () => {
  it('starts with half a minute and does not pass now', () => {
    expect(markRange(undefined, { edge: 'start', atMs: 500_000, nowMs })).toEqual({ startMs: 500_000, endMs: 530_000 });
    expect(markRange(undefined, { edge: 'start', atMs: 990_000, nowMs })).toEqual({ startMs: 990_000, endMs: nowMs });
    expect(markRange(undefined, { edge: 'end', atMs: 500_000, nowMs })).toEqual({ startMs: 470_000, endMs: 500_000 });
  });

  it('moves one end and keeps the other', () => {
    const range = { startMs: 100_000, endMs: 200_000 };
    expect(markRange(range, { edge: 'start', atMs: 150_000, nowMs })).toEqual({ startMs: 150_000, endMs: 200_000 });
    expect(markRange(range, { edge: 'end', atMs: 150_000, nowMs })).toEqual({ startMs: 100_000, endMs: 150_000 });
    expect(markRange(range, { edge: 'start', atMs: 300_000, nowMs })).toEqual({ startMs: 300_000, endMs: 330_000 });
  });

  it('always ends after it begins, and never in the future', () => {
    const moment = fc.integer({ min: 0, max: nowMs });
    fc.assert(
      fc.property(moment, moment, moment, fc.constantFrom('start', 'end'), fc.boolean(), (a, b, atMs, edge, isNew) => {
        fc.pre(a !== b);
        const before = isNew ? undefined : { startMs: Math.min(a, b), endMs: Math.max(a, b) };
        const { startMs, endMs } = markRange(before, { edge, atMs, nowMs });
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs).toBeLessThanOrEqual(nowMs);
        expect([startMs, endMs]).toContain(atMs);
      }),
    );
  });
});
