import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plateDistance, plateDistanceWithin, samePlate } from './distance.ts';
import { anyPlate, misreadOf, slowDistance } from './plate.oracle.ts';
import { toPlate } from './plate.ts';

const pairs = anyPlate.chain((plate) => fc.tuple(fc.constant(plate), fc.oneof(anyPlate, misreadOf(plate, 4))));

describe('plate distance', () => {
  it.each([
    ['AB12CD', 'AB12CD', 0],
    ['O0D', 'D0O', 0],
    ['I1', '1I', 0],
    ['B8S5Z2G6', '8B5S2Z6G', 0],
    ['AB12CD', 'AB12C', 1],
    ['AB12CD', 'XAB12CD', 1],
    ['ABCDEF', 'BCDEFA', 2],
    ['ABC', 'XYZ', 3],
    // Look-alikes are a relation within one group: 8 and 0 are not alike, although B is like 8 and D like 0.
    ['B', 'D', 1],
    ['8', '0', 1],
  ])('from %s to %s is %i', (a, b, distance) => expect(plateDistance(toPlate(a), toPlate(b))).toBe(distance));

  it('agrees with the definition on a generated table of 10,000 pairs, both ways round', () => {
    const table = fc.sample(pairs, { numRuns: 10_000, seed: 20_261_115 });
    const wrong = table.filter(([a, b]) => {
      const expected = slowDistance(a, b);
      return plateDistance(a, b) !== expected || plateDistance(b, a) !== expected;
    });
    expect(table).toHaveLength(10_000);
    expect(wrong).toEqual([]);
  });

  it('within a limit is the distance up to the limit and nothing beyond it', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 12 }), ([a, b], limit) => {
        const distance = slowDistance(a, b);
        expect(plateDistanceWithin(a, b, limit)).toBe(distance <= limit ? distance : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([[-1], [Number.NaN]])('is never within a limit of %d', (limit) =>
    expect(plateDistanceWithin(toPlate('A1'), toPlate('A1'), limit)).toBeUndefined(),
  );
});

it('takes texts that differ in look-alikes only for the same plate', () => {
  expect(samePlate(toPlate('B0D1'), toPlate('8OOI'))).toBe(true);
  expect(samePlate(toPlate('B0D1'), toPlate('B0D2'))).toBe(false);
});
