import fc from 'fast-check';
import { type Plate, toPlate } from './plate.ts';

// Slow reference implementations for tests. They share no code with what they check.

const FREE_CHANGES = [
  ['O', '0', 'D'],
  ['I', '1'],
  ['B', '8'],
  ['S', '5'],
  ['Z', '2'],
  ['G', '6'],
];

const changeCost = (a: string, b: string) =>
  a === b || FREE_CHANGES.some((group) => group.includes(a) && group.includes(b)) ? 0 : 1;

/** The definition of the edit distance, read from left to right. */
export function slowDistance(a: string, b: string): number {
  const known = new Map<string, number>();
  const rest = (i: number, j: number): number => {
    if (i === a.length) return b.length - j;
    if (j === b.length) return a.length - i;
    const key = `${i},${j}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const changed = changeCost(a.charAt(i), b.charAt(j)) + rest(i + 1, j + 1);
    const cost = Math.min(changed, 1 + rest(i + 1, j), 1 + rest(i, j + 1));
    known.set(key, cost);
    return cost;
  };
  return rest(0, 0);
}

export const slowMatches = ({ read, target, fuzz }: { read: string; target: string; fuzz: number }) =>
  slowDistance(read, target) <= Math.floor(fuzz * target.length);

/** A scan over every entry, sorted by the whole rule. */
export function slowBestHit<Entry extends { plate: string }>(entries: readonly Entry[], read: string, fuzz: number) {
  return entries
    .filter((entry) => slowMatches({ read, target: entry.plate, fuzz }))
    .map((entry) => ({ entry, distance: slowDistance(read, entry.plate) }))
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        a.entry.plate.length - b.entry.plate.length ||
        (a.entry.plate < b.entry.plate ? -1 : 1),
    )
    .at(0);
}

const ANY_CHARACTER = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
// Few characters, most of them look-alikes: near misses and ties become common instead of one in a million.
const CROWDED_CHARACTERS = [...'O0DI1B8AX'];

const plateOf = (characters: readonly string[], length: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom(...characters), length).map((kept) => toPlate(kept.join('')));

export const anyPlate: fc.Arbitrary<Plate> = fc.oneof(
  plateOf(ANY_CHARACTER, { minLength: 1, maxLength: 12 }),
  plateOf(CROWDED_CHARACTERS, { minLength: 1, maxLength: 8 }),
);

export const anyFuzz: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 0.1, 0.15, 0.2, 0.25, 0.3, 1 / 3, 0.4, 0.5),
  fc.double({ min: 0, max: 0.5, noNaN: true }),
);

/** The plate with up to `edits` random characters changed, inserted or removed. */
export const misreadOf = (plate: Plate, edits: number): fc.Arbitrary<Plate> =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom('change', 'insert', 'remove'), fc.constantFrom(...ANY_CHARACTER)), {
      maxLength: edits,
    })
    .map((steps) => {
      const characters = [...plate];
      for (const [seed, step, character] of steps) {
        const at = seed % characters.length;
        if (step === 'insert') characters.splice(at, 0, character);
        else if (step === 'change') characters[at] = character;
        else if (characters.length > 1) characters.splice(at, 1);
      }
      return toPlate(characters.join(''));
    });
