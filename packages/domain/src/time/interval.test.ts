import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredMs, type Interval, intervalsOverlap, mergeIntervals, subtractIntervals } from './interval.ts';

const SPAN = 40;
const interval = fc.record({ startMs: fc.nat(SPAN), endMs: fc.nat(SPAN) });
const intervals = fc.array(interval, { maxLength: 8 });

/** The reference: one flag per millisecond. */
const bitmap = (list: readonly Interval[]) =>
  Array.from({ length: SPAN }, (_, ms) => list.some(({ startMs, endMs }) => startMs <= ms && ms < endMs));

function fromBitmap(bits: readonly boolean[]): Interval[] {
  const spans: Interval[] = [];
  bits.forEach((on, ms) => {
    const last = spans.at(-1);
    if (on && last?.endMs === ms) last.endMs = ms + 1;
    else if (on) spans.push({ startMs: ms, endMs: ms + 1 });
  });
  return spans;
}

describe('half-open intervals, against one flag per millisecond', () => {
  it('merge', () => {
    fc.assert(
      fc.property(intervals, (a) => {
        expect(mergeIntervals(a)).toEqual(fromBitmap(bitmap(a)));
      }),
    );
  });

  it('merge over holes up to the tolerance', () => {
    fc.assert(
      fc.property(intervals, fc.nat(6), (a, toleranceMs) => {
        const bits = bitmap(a);
        const holes = fromBitmap(bits.map((bit) => !bit));
        const inner = holes.filter(({ startMs, endMs }) => startMs > 0 && endMs < SPAN);
        const closed = inner.filter(({ startMs, endMs }) => endMs - startMs <= toleranceMs);
        const [firstOn, lastOn] = [bits.indexOf(true), bits.lastIndexOf(true)];
        const within = closed.filter(({ startMs }) => firstOn !== -1 && startMs > firstOn && startMs < lastOn);
        expect(mergeIntervals(a, { toleranceMs })).toEqual(fromBitmap(bitmap([...a, ...within])));
      }),
    );
  });

  it('subtract', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const taken = bitmap(b);
        expect(subtractIntervals(a, b)).toEqual(fromBitmap(bitmap(a).map((bit, ms) => bit && !taken[ms])));
      }),
    );
  });

  it('overlap and length', () => {
    fc.assert(
      fc.property(interval, interval, intervals, (a, b, list) => {
        const other = bitmap([b]);
        expect(intervalsOverlap(a, b)).toBe(bitmap([a]).some((bit, ms) => bit && other[ms]));
        expect(coveredMs(list)).toBe(bitmap(list).filter(Boolean).length);
      }),
    );
  });

  it('do not modify their arguments', () => {
    const given = [
      { startMs: 0, endMs: 5 },
      { startMs: 3, endMs: 9 },
    ];
    mergeIntervals(given);
    expect(given).toEqual([
      { startMs: 0, endMs: 5 },
      { startMs: 3, endMs: 9 },
    ]);
  });
});
