import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLookAlikes } from './look-alikes.ts';
import { anyPlate, misreadOf, slowDistance } from './plate.oracle.ts';
import { type Plate, toPlate } from './plate.ts';
import { fuzzyEdits, nearPieces, parsePlateQuery } from './search.ts';

describe('plate query', () => {
  it('matches everything without a text', () => {
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

  it.each([['%'], ['_'], ['\\'], [' '], ['жук']])('refuses %j instead of matching every read', (q) =>
    expect(parsePlateQuery({ q })).toEqual({ kind: 'refused', reason: 'no-letters-or-digits' }),
  );

  it('refuses 10,000 characters', () =>
    expect(parsePlateQuery({ q: 'A'.repeat(10_000) })).toEqual({ kind: 'refused', reason: 'too-long' }));
});

describe('pieces of near plates', () => {
  /** As stored plates are indexed: three pieces of the folded text, each prefixed with the length of the whole. */
  const keptPieces = (plate: Plate) => {
    const folded = foldLookAlikes(plate);
    const cut = (third: number) => Math.floor((plate.length * third) / 3);
    const piece = (third: number) => `${plate.length}:${folded.slice(cut(third), cut(third + 1))}`;
    return { head: piece(0), middle: piece(1), tail: piece(2) };
  };
  const sharesPiece = (query: Plate, stored: Plate, edits: number) => {
    const near = nearPieces({ plate: query, edits });
    const kept = keptPieces(stored);
    return near.head.includes(kept.head) || near.middle.includes(kept.middle) || near.tail.includes(kept.tail);
  };

  it.each([1, 2])('are shared by every plate at most %i edits away', (edits) => {
    fc.assert(
      fc.property(
        anyPlate.chain((plate) => fc.tuple(fc.constant(plate), misreadOf(plate, edits))),
        ([stored, query]) => slowDistance(stored, query) > edits || sharesPiece(query, stored, edits),
      ),
      { numRuns: 1500 },
    );
  });

  it('are few', () => {
    const { head, middle, tail } = nearPieces({ plate: toPlate('ABC1234'), edits: 2 });
    expect(head.length + middle.length + tail.length).toBeLessThan(40);
  });

  it.each([
    ['A', 1],
    ['ABC123', 1],
    ['ABC1234', 2],
    ['A'.repeat(32), 2],
  ])('a search for %s tolerates %i wrong', (plate, edits) => expect(fuzzyEdits(toPlate(plate))).toBe(edits));
});
