import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldLookAlikes } from './look-alikes.ts';
import { anyFuzz, anyPlate, misreadOf, slowBestHit, slowDistance } from './plate.oracle.ts';
import { type Plate, toPlate } from './plate.ts';
import { certainlyBeyond, signatureOf } from './signature.ts';
import { buildWatchlistIndex } from './watchlist-index.ts';

const entriesOf = (...plates: string[]) => plates.map((plate) => ({ plate: toPlate(plate) }));
const bestPlate = (plates: string[], read: string, fuzz: number) =>
  buildWatchlistIndex(entriesOf(...plates)).bestHit({ read: toPlate(read), fuzz }).hit;

/** Generated plates of common formats, the same on every run. */
function madeUpPlates(count: number, seed: number): Plate[] {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const formats = ['LLDDLLL', 'LLLDDDD', 'LLLDLDD', 'DDDLLL', 'LLDDDDLL'];
  const made = new Set<Plate>();
  while (made.size < count) {
    const characters = [...(formats[next(formats.length)] ?? '')].map((kind) =>
      kind === 'L' ? String.fromCharCode(65 + next(26)) : String(next(10)),
    );
    made.add(toPlate(characters.join('')));
  }
  return [...made];
}

const longList = madeUpPlates(10_000, 1).map((plate) => ({ plate }));
const index = buildWatchlistIndex(longList);

describe('watchlist index', () => {
  it('prefers the smallest distance, even of a longer plate', () =>
    expect(bestPlate(['ABCXE', 'ABCDEF'], 'ABCDEF', 0.5)).toEqual({ entry: { plate: 'ABCDEF' }, distance: 0 }));

  it('prefers the shorter plate at equal distance', () =>
    expect(bestPlate(['ABCDEF', 'ABCDX', 'ABCDEFG'], 'ABCDE', 0.4)?.entry.plate).toBe('ABCDX'));

  it('prefers the alphabetically first at equal distance and length', () =>
    expect(bestPlate(['ABCDY', 'ABCDX', 'XBCDE'], 'ABCDE', 0.2)?.entry.plate).toBe('ABCDX'));

  it('treats look-alikes as the same plate at fuzz 0', () => {
    expect(bestPlate(['ABO', 'AB0'], 'A8D', 0)).toEqual({ entry: { plate: 'AB0' }, distance: 0 });
    expect(bestPlate(['ABO', 'AB0'], '48D', 0)).toBeUndefined();
  });

  it('finds nothing in an empty list and nothing at an impossible fuzz', () => {
    expect(bestPlate([], 'ABC', 0.5)).toBeUndefined();
    expect(bestPlate(['ABD4'], 'ABC4', Number.NaN)).toBeUndefined();
  });

  it('finds the same as a scan over all entries', () => {
    // Entries are misreads of one plate: many are near the read, and at the same distance with different lengths.
    const cases = anyPlate.chain((plate) => {
      const near = fc.uniqueArray(misreadOf(plate, 3), { maxLength: 40, size: 'max' });
      const far = fc.uniqueArray(anyPlate, { maxLength: 20 });
      const lists = fc.tuple(near, far).map(([some, others]) => [...new Set([...some, ...others])]);
      return fc.tuple(lists, misreadOf(plate, 2), anyFuzz);
    });
    fc.assert(
      fc.property(cases, ([plates, read, fuzz]) => {
        const entries = entriesOf(...plates);
        expect(buildWatchlistIndex(entries).bestHit({ read, fuzz }).hit).toEqual(slowBestHit(entries, read, fuzz));
      }),
      { numRuns: 500 },
    );
  });

  it('never excludes a matching plate by its signature', () => {
    fc.assert(
      fc.property(
        anyPlate.chain((p) => fc.tuple(fc.constant(p), fc.oneof(anyPlate, misreadOf(p, 4)))),
        ([a, b]) => {
          const [ofA, ofB] = [signatureOf(foldLookAlikes(a)), signatureOf(foldLookAlikes(b))];
          expect(certainlyBeyond(ofA, ofB, slowDistance(a, b))).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    [0, 0],
    [0.15, 5],
    [0.25, 10],
    [0.3, 100],
    [0.5, 500],
  ])('compares few of 10,000 entries at fuzz %d: on average at most %d', (fuzz, most) => {
    const reads = madeUpPlates(500, 2);
    const computed = reads.reduce((sum, read) => sum + index.bestHit({ read, fuzz }).distanceComputations, 0);
    expect(index.size).toBe(10_000);
    expect(computed / reads.length).toBeLessThanOrEqual(most);
  });

  it('compares nothing for a listed plate, at any fuzz', () => {
    const found = longList.slice(0, 300).map(({ plate }) => index.bestHit({ read: plate, fuzz: 0.5 }));
    expect(found.every(({ hit, distanceComputations }) => hit?.distance === 0 && distanceComputations === 0)).toBe(
      true,
    );
  });
});
