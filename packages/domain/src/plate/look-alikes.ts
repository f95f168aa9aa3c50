import type { Plate } from './plate.ts';

/** A plate in which each character represents its look-alike group. */
export type FoldedPlate = string & { readonly __brand: 'FoldedPlate' };

export const LOOK_ALIKE_GROUPS = ['0OD', '1I', '8B', '5S', '2Z', '6G'] as const;

const canonicalOf = new Map(
  LOOK_ALIKE_GROUPS.flatMap((group) => [...group].map((member) => [member, group.charAt(0)])),
);

/**
 * The groups are disjoint, so "a change within a group costs nothing" is the same as comparing folded plates with the ordinary
 * Levenshtein distance. Distance zero becomes string equality, which a hash can answer.
 */
export const foldLookAlikes = (plate: Plate): FoldedPlate =>
  plate.replace(/[ODIBSZG]/g, (character) => canonicalOf.get(character) ?? character) as FoldedPlate;
