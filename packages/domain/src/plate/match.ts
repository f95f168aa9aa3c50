import { plateDistanceWithin } from './distance.ts';
import type { Plate } from './plate.ts';

export const WATCHLIST_FUZZ = { min: 0, max: 0.5, default: 0 } as const;

/** Refuses NaN too: no comparison with it is true. */
export const isWatchlistFuzz = (fuzz: number): boolean => fuzz >= WATCHLIST_FUZZ.min && fuzz <= WATCHLIST_FUZZ.max;

/** The maximum distance of a matching plate of this length. */
export const allowedEdits = ({ fuzz, length }: { fuzz: number; length: number }): number => Math.floor(fuzz * length);

export type MatchInput = { read: Plate; target: Plate; fuzz: number };

/** The distance if the read matches the target (a watch or ignore entry), otherwise undefined. */
export const matchDistance = ({ read, target, fuzz }: MatchInput): number | undefined =>
  plateDistanceWithin(read, target, allowedEdits({ fuzz, length: target.length }));

export const plateMatches = (input: MatchInput): boolean => matchDistance(input) !== undefined;

/** The possible lengths of a matching read: lets a query exclude the rest before comparing. */
export function matchableReadLengths({ target, fuzz }: { target: Plate; fuzz: number }): { min: number; max: number } {
  const edits = allowedEdits({ fuzz, length: target.length });
  return { min: Math.max(1, target.length - edits), max: target.length + edits };
}
