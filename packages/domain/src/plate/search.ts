import { type Plate, type PlateFault, parsePlate } from './plate.ts';

export const PLATE_MATCH_MODES = ['exact', 'prefix', 'contains', 'fuzzy'] as const;
export type PlateMatchMode = (typeof PLATE_MATCH_MODES)[number];
export const DEFAULT_PLATE_MATCH_MODE: PlateMatchMode = 'contains';

export type PlateQuery =
  | { kind: 'all' }
  | { kind: PlateMatchMode; plate: Plate }
  | { kind: 'refused'; reason: PlateFault };

/**
 * A normalized query holds letters and digits only, so none of LIKE's special characters is left to escape.
 * Text that normalizes to nothing is refused: answering it with every read would look like a match.
 */
export function parsePlateQuery({
  q,
  match,
}: {
  q?: string | undefined;
  match?: PlateMatchMode | undefined;
}): PlateQuery {
  if (q === undefined || q === '') return { kind: 'all' };
  const parsed = parsePlate(q);
  if (parsed.kind === 'refused') return parsed;
  return { kind: match ?? DEFAULT_PLATE_MATCH_MODE, plate: parsed.plate };
}

/** Two blanks before and one behind, as PostgreSQL's pg_trgm pads a word: beginnings weigh more than ends. */
export function plateTrigrams(plate: Plate): Set<string> {
  const padded = `  ${plate} `;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index += 1) trigrams.add(padded.slice(index, index + 3));
  return trigrams;
}

/** Shared trigrams over all trigrams, 0..1: the same number pg_trgm's similarity() gives for these plates. */
export function trigramSimilarity(a: Plate, b: Plate): number {
  const ofA = plateTrigrams(a);
  const ofB = plateTrigrams(b);
  const shared = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return shared / (ofA.size + ofB.size - shared);
}

/**
 * The similarity below which a fuzzy search may stop looking. A plate of n characters has n + 1 trigrams and a wrong
 * character spoils at most three of them, so this is what is left in the worst case: with two wrong characters from
 * seven characters on, with one in shorter plates, where two would leave next to nothing in common.
 */
export function fuzzySimilarityFloor(plate: Plate): number {
  const trigrams = plateTrigrams(plate).size;
  const wrongCharacters = plate.length >= 7 ? 2 : 1;
  const shared = Math.max(1, trigrams - 3 * wrongCharacters);
  return shared / (trigrams + plate.length + 1 - shared);
}
