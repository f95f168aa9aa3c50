import { foldLookAlikes } from './look-alikes.ts';
import { type Plate, type PlateFault, parsePlate } from './plate.ts';

export const PLATE_MATCH_MODES = ['exact', 'prefix', 'contains', 'fuzzy'] as const;
export type PlateMatchMode = (typeof PLATE_MATCH_MODES)[number];
export const DEFAULT_PLATE_MATCH_MODE: PlateMatchMode = 'contains';

export type PlateQuery =
  | { kind: 'all' }
  | { kind: PlateMatchMode; plate: Plate }
  | { kind: 'refused'; reason: PlateFault };

/**
 * A normalized query contains letters and digits only, so no LIKE wildcards are left to escape. Text that normalizes to nothing
 * is refused: matching every read would look like a result.
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

/** How many characters of a plate may be wrong for a fuzzy search to find it: two of seven, one of fewer. */
export const fuzzyEdits = (plate: Plate): number => (plate.length >= 7 ? 2 : 1);

const PIECES = ['head', 'middle', 'tail'] as const;
export type PlatePieces = Record<(typeof PIECES)[number], string[]>;

/**
 * Every plate at most two edits away has one of these pieces. Plates are indexed in three pieces, each prefixed with the length
 * of the whole plate; two edits change at most two of them, and the third occurs in the query unchanged. Edits before it shift
 * it, and those after it must make up for the difference in length.
 */
export function nearPieces({ plate, edits }: { plate: Plate; edits: number }): PlatePieces {
  const folded = foldLookAlikes(plate);
  const near: PlatePieces = { head: [], middle: [], tail: [] };
  for (let length = Math.max(1, plate.length - edits); length <= plate.length + edits; length += 1)
    for (const [index, piece] of PIECES.entries()) {
      const from = Math.floor((length * index) / PIECES.length);
      const to = Math.floor((length * (index + 1)) / PIECES.length);
      for (let shift = -edits; shift <= edits; shift += 1) {
        const isPossible = Math.abs(shift) + Math.abs(plate.length - length - shift) <= edits;
        if (isPossible && from + shift >= 0 && to + shift <= plate.length)
          near[piece].push(`${length}:${folded.slice(from + shift, to + shift)}`);
      }
    }
  return near;
}
