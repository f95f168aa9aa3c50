import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWatchlistFuzz, matchableReadLengths, matchDistance, plateMatches } from './match.ts';
import { anyFuzz, anyPlate, misreadOf, slowDistance, slowMatches } from './plate.oracle.ts';
import { toPlate } from './plate.ts';

const cases = fc
  .tuple(anyPlate, anyFuzz)
  .chain(([target, fuzz]) =>
    fc.tuple(fc.oneof(anyPlate, misreadOf(target, 5)), fc.constant(target), fc.constant(fuzz)),
  );
const match = (read: string, target: string, fuzz: number) =>
  plateMatches({ read: toPlate(read), target: toPlate(target), fuzz });

describe('matching', () => {
  it.each([
    ['fuzz 0 matches the same plate', 'AB12CDE', 'AB12CDE', 0, true],
    ['fuzz 0 matches look-alikes, which cost no edit', 'A812CDE', 'AB12CDE', 0, true],
    ['fuzz 0 matches nothing else', 'AX12CDE', 'AB12CDE', 0, false],
    ['0.14 of seven characters is no edit', 'AX12CDE', 'AB12CDE', 0.14, false],
    ['0.15 of seven characters is one edit', 'AX12CDE', 'AB12CDE', 0.15, true],
    ['0.5 of seven characters is three edits', 'XXX2CDE', 'AB12CDE', 0.5, true],
    ['a fourth edit is too many', 'XXXXCDE', 'AB12CDE', 0.5, false],
  ])('%s', (_title, read, target, fuzz, expected) => expect(match(read, target, fuzz)).toBe(expected));

  it('scales with the length of the target, not of the read', () => {
    expect(match('ABC', 'ABCX', 0.25)).toBe(true);
    expect(match('ABCX', 'ABC', 0.25)).toBe(false);
  });

  it('agrees with the rule on a generated table of 10,000 pairs', () => {
    const table = fc.sample(cases, { numRuns: 10_000, seed: 7 });
    const wrong = table.filter(([read, target, fuzz]) => {
      const distance = slowMatches({ read, target, fuzz }) ? slowDistance(read, target) : undefined;
      return matchDistance({ read, target, fuzz }) !== distance;
    });
    expect(wrong).toEqual([]);
    expect(table.filter(([read, target, fuzz]) => slowMatches({ read, target, fuzz })).length).toBeGreaterThan(1000);
  });

  it('includes every length that could match', () => {
    fc.assert(
      fc.property(cases, ([read, target, fuzz]) => {
        const { min, max } = matchableReadLengths({ target, fuzz });
        if (plateMatches({ read, target, fuzz })) expect(read.length >= min && read.length <= max).toBe(true);
      }),
    );
  });

  it.each([
    [0, true],
    [0.5, true],
    [0.51, false],
    [-1, false],
    [Number.NaN, false],
  ])('fuzz %d is allowed: %s', (fuzz, allowed) => expect(isWatchlistFuzz(fuzz)).toBe(allowed));
});
