import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBreakerTripped, judgePrune } from './breaker.ts';

describe('the breaker', () => {
  it.each([
    [0, 0, false],
    [100, 100, false],
    [101, 101, true],
    [202, 101, false],
    [201, 101, true],
    [1_000_000, 499_999, false],
    [1_000_000, 500_001, true],
  ])('of %i checked rows %i missing: tripped is %s', (checkedRows, missingRows, tripped) => {
    expect(isBreakerTripped({ checkedRows, missingRows })).toBe(tripped);
  });

  it('trips exactly when more than 100 and more than half are missing', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (checkedRows, n) => {
        const missingRows = Math.min(n, checkedRows);
        expect(isBreakerTripped({ checkedRows, missingRows })).toBe(
          missingRows > 100 && missingRows / checkedRows > 0.5,
        );
      }),
    );
  });

  it.each([
    ['absent', 'nothing yet', 0, { kind: 'hold', reason: 'no-marker' }],
    ['foreign', 'nothing yet', 0, { kind: 'hold', reason: 'wrong-storage' }],
    ['ours', 'nothing yet', 500, { kind: 'hold', reason: 'too-many-missing' }],
    ['ours', 'stopped', 0, { kind: 'hold', reason: 'too-many-missing' }],
    ['ours', 'nothing yet', 3, { kind: 'prune' }],
    ['ours', 'approved', 600, { kind: 'prune' }],
    ['absent', 'approved', 3, { kind: 'hold', reason: 'no-marker' }],
    ['foreign', 'approved', 3, { kind: 'hold', reason: 'wrong-storage' }],
  ] as const)('marker %s, %s, %i missing of 600', (marker, operator, missingRows, verdict) => {
    const word = { latched: operator === 'stopped', approved: operator === 'approved' };
    expect(judgePrune({ marker, ...word, checkedRows: 600, missingRows })).toEqual(verdict);
  });
});
