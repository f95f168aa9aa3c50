import { plateDistanceWithin } from './distance.ts';
import type { Plate } from './plate.ts';

export const WATCHLIST_FUZZ = { min: 0, max: 0.5, default: 0 } as const;

/** NaN is refused too: no comparison with it is true. */
export const isWatchlistFuzz = (fuzz: number): boolean => fuzz >= WATCHLIST_FUZZ.min && fuzz <= WATCHLIST_FUZZ.max;

/** How many edits a plate of this length may be away and still count. */
export const allowedEdits = ({ fuzz, length }: { fuzz: number; length: number }): number => Math.floor(fuzz * length);

export type MatchInput = { read: Plate; target: Plate; fuzz: number };

/** The distance when the read matches the target (a watch or ignore entry), else undefined. */
export const matchDistance = ({ read, target, fuzz }: MatchInput): number | undefined =>
  plateDistanceWithin(read, target, allowedEdits({ fuzz, length: target.length }));

export const plateMatches = (input: MatchInput): boolean => matchDistance(input) !== undefined;

/** The lengths a read can have and still match the target: lets a query leave out the rest before measuring. */
export function matchableReadLengths({ target, fuzz }: { target: Plate; fuzz: number }): { min: number; max: number } {
  const edits = allowedEdits({ fuzz, length: target.length });
  return { min: Math.max(1, target.length - edits), max: target.length + edits };
}
