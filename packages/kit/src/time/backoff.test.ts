import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('back-off', () => {
  it('doubles from the minimum to the maximum', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6].map((attempt) =>
      backoffMs({ attempt, minMs: 1_000, maxMs: 30_000, random: () => 1 }),
    );
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('stays within its bounds for any attempt and any random value', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const delay = backoffMs({ attempt, minMs: 1_000, maxMs: 30_000, random: () => chance });
        expect(delay).toBeGreaterThanOrEqual(1_000);
        expect(delay).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
