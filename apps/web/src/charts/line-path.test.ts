import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaPath, lastKnown, linePath, niceMax, piecesOf } from './line-path.ts';

const values = fc.array(fc.option(fc.integer({ min: 0, max: 1_000 })), { maxLength: 40 });

describe('the line of a chart', () => {
  it('has a gap where there is no value', () => {
    expect(linePath([0, 10, null, 5], { most: 10, height: 100 })).toBe('M0.5 100L1.5 0M3.2 50L3.8 50');
    expect(areaPath([0, 10], { most: 10, height: 100 })).toBe('M0.5 100L0.5 100L1.5 0L1.5 100Z');
    expect(linePath([null, null], { most: 10, height: 100 })).toBe('');
  });

  it('consists of pieces that hold every value once, in place', () => {
    fc.assert(
      fc.property(values, (given) => {
        const rebuilt = new Array<number | null>(given.length).fill(null);
        for (const { from, values: piece } of piecesOf(given))
          for (const [i, value] of piece.entries()) rebuilt[from + i] = value;
        expect(rebuilt).toEqual(given);
        for (const { from } of piecesOf(given)) expect(given[from - 1] ?? null).toBeNull();
      }),
    );
  });

  it('fits below a round edge that is at most 2.5 times as high as the highest value', () => {
    fc.assert(
      fc.property(values, (given) => {
        const most = niceMax([given, [null]]);
        const highest = Math.max(0, ...given.filter((value) => value !== null));
        expect(most).toBeGreaterThanOrEqual(highest);
        if (highest > 0) expect(most).toBeLessThanOrEqual(highest * 2.5);
        expect(linePath(given, { most, height: 80 })).not.toMatch(/NaN|Infinity|-\d/);
      }),
    );
  });

  it('ends with its last known value', () => {
    expect(lastKnown([1, 2, null])).toBe(2);
    expect(lastKnown([null])).toBeNull();
  });
});
