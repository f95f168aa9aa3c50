/** The marker in the root of a storage: our own, another storage's, or none. */
export type StorageMarker = 'ours' | 'foreign' | 'absent';

export type PruneVerdict =
  | { kind: 'prune' }
  | { kind: 'hold'; reason: 'no-marker' | 'wrong-storage' | 'too-many-missing' };

const TOLERATED_MISSING = 100;

/** More than a hundred and more than half: not a few lost files, but a disk that is gone. */
export const isBreakerTripped = ({ checkedRows, missingRows }: { checkedRows: number; missingRows: number }): boolean =>
  missingRows > TOLERATED_MISSING && missingRows * 2 > checkedRows;

/**
 * Whether rows without files may be dropped from the index of a storage. `latched`: the breaker tripped before and no user has
 * checked yet; it holds even when a later, smaller check looks fine. `approved`: an operator confirmed that the missing files
 * are gone for good; without it a lost disk would trip the breaker again and again.
 */
export function judgePrune({
  marker,
  latched,
  approved,
  checkedRows,
  missingRows,
}: {
  marker: StorageMarker;
  latched: boolean;
  approved: boolean;
  checkedRows: number;
  missingRows: number;
}): PruneVerdict {
  if (marker === 'absent') return { kind: 'hold', reason: 'no-marker' };
  if (marker === 'foreign') return { kind: 'hold', reason: 'wrong-storage' };
  if (approved) return { kind: 'prune' };
  if (latched || isBreakerTripped({ checkedRows, missingRows })) return { kind: 'hold', reason: 'too-many-missing' };
  return { kind: 'prune' };
}
