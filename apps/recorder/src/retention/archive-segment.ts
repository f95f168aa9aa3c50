import { lstat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, type FootageRow, moveFootageRow } from '@holdfast/db';
import { type Clock, fileFault, isSameFile, syncFolder } from '@holdfast/kit';
import { markStorage } from '../storage/mark-storage.ts';
import type { WatchedStorage } from '../storage/storage-registry.ts';
import { copyVerified, digestOf, type WriteBytes } from './copy-verified.ts';

export type MoveOutcome =
  | { kind: 'moved' }
  /** Source and target are the same file: only the row had to change. */
  | { kind: 'same-file' }
  | { kind: 'failed'; code: string };

export interface ArchiveSegmentOptions {
  db: Database;
  clock: Clock;
  row: FootageRow;
  from: WatchedStorage;
  to: WatchedStorage;
  writeBytes?: WriteBytes;
}

/**
 * Copy, verify, fsync, update the row, then unlink the source. The row refers to a complete file at all times; a crash
 * leaves at most a second copy, which the next move or the reconciler recognises by its content.
 */
export async function archiveSegment({
  db,
  clock,
  row,
  from,
  to,
  writeBytes,
}: ArchiveSegmentOptions): Promise<MoveOutcome> {
  const [source, target] = [join(from.root, row.path), join(to.root, row.path)];
  const placed = await placeCopy({ source, target, root: to.root, ...(writeBytes && { writeBytes }) }).catch(
    (err: unknown): MoveOutcome => ({ kind: 'failed', code: fileFault(err) }),
  );
  if (placed.kind === 'failed') return placed;
  const isMoved = await moveFootageRow(db, {
    id: row.id,
    from: { storageId: from.id, path: row.path },
    to: { storageId: to.id, path: row.path },
  });
  if (!isMoved) return { kind: 'failed', code: 'ESTALE' };
  if (to.status?.marker == null) await markStorage({ db, clock, storage: to, committedPath: row.path });
  // The row is updated: if the source cannot be deleted now, the reconciler does it.
  if (placed.kind === 'moved') await unlink(source).catch(() => undefined);
  return placed;
}

/** Makes sure that the target is a complete, durable copy of the source. Returns whether both are the same file. */
async function placeCopy(paths: {
  source: string;
  target: string;
  root: string;
  writeBytes?: WriteBytes;
}): Promise<MoveOutcome> {
  const { source, target } = paths;
  const facts = await lstat(source, { bigint: true });
  if (!facts.isFile()) return { kind: 'failed', code: 'EINVAL' };
  const existing = await lstat(target, { bigint: true }).catch(absentIsUndefined);
  if (!existing) {
    await copyVerified(paths);
    return { kind: 'moved' };
  }
  if (isSameFile(facts, existing)) return { kind: 'same-file' };
  // Left by an interrupted move. A different file is never overwritten.
  if (!existing.isFile() || (await digestOf(source)) !== (await digestOf(target)))
    return { kind: 'failed', code: 'EEXIST' };
  await syncFolder(dirname(target));
  return { kind: 'moved' };
}

const absentIsUndefined = (err: unknown): undefined => {
  if (fileFault(err) === 'ENOENT') return undefined;
  throw err;
};
