import { rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { type Database, deleteFootageRows, type FootageRow, recordDeletedFootage, stillDeletable } from '@holdfast/db';
import { isSibling } from '@holdfast/domain';
import { fileFault, type Logger, withTimeLimit } from '@holdfast/kit';
import { readMarker } from '../storage/marker.ts';
import { isAvailable, type WatchedStorage } from '../storage/storage-registry.ts';

const CALL_LIMIT_MS = 10_000;
const ROWS_AT_A_TIME = 100;
const FOLDER_KEPT_MS = 48 * 3_600_000;

export interface Doomed {
  row: FootageRow;
  reason: 'retention' | 'evicted';
}

export interface DeletionOutcome {
  deleted: FootageRow[];
  /** Deleted rows whose file was already missing. */
  absent: number;
  /** The rows of these files are kept. */
  failed: FootageRow[];
}

export interface DeleteFootageOptions {
  db: Database;
  log: Logger;
  storages: readonly WatchedStorage[];
  doomed: readonly Doomed[];
  nowMs: number;
  signal?: AbortSignal;
}

/**
 * File first, then row: after a crash in between, the next round drops the row, and no file is left without a row. Each
 * transaction is limited to one camera, storage and tier, so it locks one counter at most.
 */
export async function deleteFootage(options: DeleteFootageOptions): Promise<DeletionOutcome> {
  const storageOf = new Map(options.storages.map((storage) => [storage.id, storage]));
  const outcome: DeletionOutcome = { deleted: [], absent: 0, failed: [] };
  const groups = Map.groupBy(options.doomed, ({ row }) => `${row.storageId} ${row.cameraId} ${row.tier}`);
  const givenUp = new Set<string>();
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += ROWS_AT_A_TIME) {
      const chunk = group.slice(at, at + ROWS_AT_A_TIME);
      const storage = storageOf.get(chunk[0]?.row.storageId ?? '');
      if (options.signal?.aborted) return outcome;
      if (!storage || !isAvailable(storage) || givenUp.has(storage.id)) {
        outcome.failed.push(...chunk.map(({ row }) => row));
        continue;
      }
      if (!(await deleteChunk(options, storage, chunk, outcome))) givenUp.add(storage.id);
    }
  }
  return outcome;
}

/** False if the storage turned out to be unavailable. */
async function deleteChunk(
  { db, log, nowMs }: DeleteFootageOptions,
  storage: WatchedStorage,
  chunk: readonly Doomed[],
  outcome: DeletionOutcome,
): Promise<boolean> {
  const deletable = await stillDeletable(
    db,
    chunk.map(({ row }) => row.id),
  );
  const gone: Doomed[] = [];
  let isThere = true;
  for (const doomed of chunk.filter(({ row }) => deletable.has(row.id))) {
    const fate = isThere ? await removeFile(storage, doomed.row.path) : { kind: 'failed' as const, code: 'ENODEV' };
    if (fate.kind === 'failed') {
      if (isThere)
        log.warn({ storage_id: storage.id, path: doomed.row.path, code: fate.code }, 'could not delete footage');
      if (fate.code === 'ETIMEDOUT' || fate.code === 'ENODEV') isThere = false;
      outcome.failed.push(doomed.row);
      continue;
    }
    if (fate.kind === 'absent') outcome.absent += 1;
    gone.push(doomed);
  }
  if (gone.length > 0) await dropRows(db, gone);
  outcome.deleted.push(...gone.map(({ row }) => row));
  await removeEmptyFolders(storage, gone, nowMs);
  return isThere;
}

type FileFate = { kind: 'removed' } | { kind: 'absent' } | { kind: 'failed'; code: string };

async function removeFile(storage: WatchedStorage, path: string): Promise<FileFate> {
  if (isAbsolute(path) || normalize(path) !== path || path.startsWith('..')) return { kind: 'failed', code: 'EINVAL' };
  // Siblings are never deleted, regardless of the index.
  if (isSibling(basename(path))) return { kind: 'failed', code: 'EPERM' };
  try {
    await withTimeLimit(unlink(join(storage.root, path)), CALL_LIMIT_MS);
    return { kind: 'removed' };
  } catch (err) {
    const code = fileFault(err);
    if (code !== 'ENOENT') return { kind: 'failed', code };
    // On a disk that was just unmounted every file is missing.
    return (await isStillThere(storage)) ? { kind: 'absent' } : { kind: 'failed', code: 'ENODEV' };
  }
}

const isStillThere = async ({ id, root, status }: WatchedStorage): Promise<boolean> => {
  const found = await withTimeLimit(readMarker(root), CALL_LIMIT_MS).catch(() => undefined);
  return found?.kind === 'found' && found.storageId === id && (!status?.marker || status.marker === found.marker);
};

const dropRows = (db: Database, gone: readonly Doomed[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await deleteFootageRows(
      tx,
      gone.map(({ row }) => row.id),
    );
    for (const [reason, ofReason] of Map.groupBy(gone, (doomed) => doomed.reason))
      await recordDeletedFootage(tx, { rows: ofReason.map(({ row }) => row), reason });
  });

/** Only folders of past days: the recorder may be about to write to a newer one. */
async function removeEmptyFolders(storage: WatchedStorage, gone: readonly Doomed[], nowMs: number): Promise<void> {
  const old = gone.filter(({ row }) => row.startTs.getTime() < nowMs - FOLDER_KEPT_MS);
  // Usually not empty.
  for (const folder of new Set(old.map(({ row }) => dirname(row.path))))
    await withTimeLimit(rmdir(join(storage.root, folder)), CALL_LIMIT_MS).catch(() => undefined);
}
