import type { ArchiveMove } from './choose-victims.ts';
import { oldestFirst, type RetentionPolicy, type StorageState, type StoredSegment } from './retention-facts.ts';
import { SpaceBook } from './space-book.ts';

export interface ArchiveFacts {
  nowMs: number;
  candidates: readonly StoredSegment[];
  policies: readonly RetentionPolicy[];
  storages: readonly StorageState[];
  batchLimit: number;
}

/**
 * Live footage that is due for archiving, oldest first. Bookmarks do not prevent a move: it keeps every byte. Footage that does
 * not fit into the archive stays.
 */
export function chooseArchiveMoves({ nowMs, candidates, policies, storages, batchLimit }: ArchiveFacts): ArchiveMove[] {
  const book = new SpaceBook({ storages, policies });
  const archivingOf = new Map(policies.map((policy) => [policy.id, policy.archiving]));
  const moves: ArchiveMove[] = [];
  for (const segment of candidates.toSorted(oldestFirst)) {
    if (moves.length >= batchLimit) break;
    const archiving = archivingOf.get(segment.policyId);
    if (!archiving || segment.tier !== 'live' || segment.endMs > nowMs - archiving.afterMs) continue;
    if (!book.canTake(archiving.storageId, segment)) continue;
    book.moveToArchive(segment, archiving.storageId);
    moves.push({ segment, toStorageId: archiving.storageId });
  }
  return moves;
}
