import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlate } from './plate.ts';
import { fuzzySimilarityFloor, parsePlateQuery, plateTrigrams, trigramSimilarity } from './search.ts';

const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

describe('plate query', () => {
  it('looks for everything without a text', () => {
    expect(parsePlateQuery({})).toEqual({ kind: 'all' });
    expect(parsePlateQuery({ q: '', match: 'exact' })).toEqual({ kind: 'all' });
  });

  it('normalizes the text and contains by default', () =>
    expect(parsePlateQuery({ q: 'ab-12' })).toEqual({ kind: 'contains', plate: 'AB12' }));

  it.each(['exact', 'prefix', 'contains', 'fuzzy'] as const)('keeps the mode %s', (match) =>
    expect(parsePlateQuery({ q: 'x', match })).toEqual({ kind: match, plate: 'X' }),
  );

  it('leaves no character special to LIKE', () =>
    expect(parsePlateQuery({ q: '%A_1\\', match: 'prefix' })).toEqual({ kind: 'prefix', plate: 'A1' }));

  it.each([['%'], ['_'], ['\\'], [' '], ['жук']])('refuses %j rather than answer with every read', (q) =>
    expect(parsePlateQuery({ q })).toEqual({ kind: 'refused', reason: 'no-letters-or-digits' }),
  );

  it('refuses 10,000 characters', () =>
    expect(parsePlateQuery({ q: 'A'.repeat(10_000) })).toEqual({ kind: 'refused', reason: 'too-long' }));
});

describe('trigram similarity', () => {
  it('pads as the database does', () =>
    expect([...plateTrigrams(toPlate('AB1'))]).toEqual(['  A', ' AB', 'AB1', 'B1 ']));

  it.each([
    ['AB12CDE', 'AB12CDE', 1],
    ['AB12CDE', 'XYZ', 0],
    // What similarity() of PostgreSQL 15 answers.
    ['ABCDEFG', 'ABCDEFH', 0.6],
    ['ABCDEFG', 'ABXDEYG', 2 / 14],
    ['AAAAAAA', 'AAAAABA', 3 / 7],
  ])('of %s and %s', (a, b, expected) => expect(trigramSimilarity(toPlate(a), toPlate(b))).toBeCloseTo(expected, 6));

  it('stays above the floor for two wrong characters of seven and more, and for one of three and more', () => {
    const wrong = fc.tuple(fc.nat(), fc.constantFrom(...characters));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...characters), { minLength: 3, maxLength: 12 }),
        fc.tuple(wrong, wrong),
        (plate, changes) => {
          const misread = [...plate];
          for (const [seed, character] of plate.length >= 7 ? changes : changes.slice(1)) {
            misread[seed % misread.length] = character;
          }
          const sought = toPlate(plate.join(''));
          const similarity = trigramSimilarity(sought, toPlate(misread.join('')));
          expect(similarity).toBeGreaterThanOrEqual(fuzzySimilarityFloor(sought) - 1e-9);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
