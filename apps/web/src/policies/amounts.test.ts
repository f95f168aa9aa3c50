import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBytes, toGigabytes, toHours, toSpan, unitOf } from './amounts.ts';

describe('amounts in a form', () => {
  it.each([
    ['', null],
    [0, null],
    ['abc', null],
    [0.5, 500_000_000],
    ['2000', 2_000_000_000_000],
  ])('%j gigabytes are %j bytes', (typed, bytes) => expect(toBytes(typed)).toBe(bytes));

  it.each([
    [168, 'days', 7],
    [36, 'hours', 36],
    [null, 'days', ''],
  ] as const)('%j hours read as %s', (hours, unit, shown) => {
    expect(unitOf(hours)).toBe(unit);
    expect(toSpan(hours, unit)).toBe(shown);
  });

  it('round-trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 876_000 }), (hours) => {
        expect(toHours(toSpan(hours, unitOf(hours)), unitOf(hours))).toBe(hours);
        expect(toBytes(toGigabytes(hours * 1_000_000))).toBe(hours * 1_000_000);
      }),
    );
  });
});
