import { join } from 'node:path';
import {
  type Database,
  type DeletedFootage,
  dropRowsWithoutFile,
  type FootageFile,
  footageFilesAfter,
  raiseSystemEvent,
  stopPruning,
} from '@holdfast/db';
import { judgePrune, type PruneVerdict } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import { inspectStorage } from '../storage/inspect-storage.ts';
import type { WatchedStorage } from '../storage/storage-registry.ts';
import { footageLoss } from './footage-loss.ts';

/** One camera at a time: a statement then locks one counter at most, which excludes deadlocks. */
const DROPS_AT_A_TIME = 500;
const ROWS_AT_A_TIME = 1_000;
const APPROVAL_LASTS_MS = 24 * 60 * 60 * 1000;

export interface DropCounts {
  checkedRows: number;
  /** Rows whose file is gone, or is not the one that was indexed any more. */
  missingRows: number;
  damagedRows: number;
  droppedRows: number;
  verdict: PruneVerdict;
}

interface LostFile extends FootageFile {
  isDamaged: boolean;
}

export interface RowDropper {
  /** Checks the next rows of a storage, round robin or starting at a missing file, and drops those without their file. */
  run(storage: WatchedStorage, options?: { from?: string | undefined; signal?: AbortSignal }): Promise<DropCounts>;
}

export function createRowDropper({
  db,
  clock,
  log,
  rowsPerRound = 100_000,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  rowsPerRound?: number;
}): RowDropper {
  const cursors = new Map<string, string>();

  const findMissing = async (
    storage: WatchedStorage,
    { from, signal }: { from?: string | undefined; signal?: AbortSignal },
  ) => {
    const missing: LostFile[] = [];
    let checkedRows = 0;
    // From the missing file to the end, then from the beginning up to it, so that the share of missing files is of all.
    // A path without its last letter sorts right before it.
    if (from !== undefined) cursors.set(storage.id, from.slice(0, -1));
    let isAfter = from !== undefined;
    while (checkedRows < rowsPerRound && !signal?.aborted) {
      const limit = Math.min(ROWS_AT_A_TIME, rowsPerRound - checkedRows);
      const rows = await footageFilesAfter(db, {
        storageId: storage.id,
        afterPath: cursors.get(storage.id) ?? '',
        limit,
      });
      checkedRows += rows.length;
      for (const row of rows) {
        const loss = await footageLoss(join(storage.root, row.path), row, { isSuspect: row.path === from });
        if (loss !== 'none') missing.push({ ...row, isDamaged: loss === 'damaged' });
      }
      const isEnd = rows.length < limit;
      cursors.set(storage.id, isEnd ? '' : (rows.at(-1)?.path ?? ''));
      if (isEnd && !isAfter) break;
      if (isEnd) isAfter = false;
      else if (from !== undefined && !isAfter && (rows.at(-1)?.path ?? '') >= from) break;
    }
    return { checkedRows, missing };
  };

  return {
    run: async (storage, options = {}) => {
      const { signal } = options;
      const found = await findMissing(storage, options);
      // A file that was checked twice counts once.
      const missing = [...new Map(found.missing.map((row) => [row.path, row])).values()];
      const { checkedRows } = found;
      const latched = storage.status?.pruneStoppedAt != null;
      const approvedMs = storage.status?.pruneApprovedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
      const sinceMs = clock.now() - approvedMs;
      // Negative if the clock was set back: the approval then is from the future and does not count.
      const approved = !latched && sinceMs >= 0 && sinceMs < APPROVAL_LASTS_MS;
      const judge = async (): Promise<PruneVerdict> => {
        const { marker } = await inspectStorage({
          storageId: storage.id,
          root: storage.root,
          marker: storage.status?.marker ?? null,
        });
        return judgePrune({ marker, latched, approved, checkedRows, missingRows: missing.length });
      };
      const verdict = await judge();
      const damagedRows = missing.filter(({ isDamaged }) => isDamaged).length;
      const counts: DropCounts = { checkedRows, missingRows: missing.length, damagedRows, droppedRows: 0, verdict };
      if (verdict.kind === 'hold') {
        if (verdict.reason === 'too-many-missing' && !latched) await trip({ db, clock, log }, storage, counts);
        return counts;
      }
      for (const ofCamera of Map.groupBy(missing, ({ path }) => path.split('/')[0]).values()) {
        const dropped: DeletedFootage[] = [];
        for (let at = 0; at < ofCamera.length; at += DROPS_AT_A_TIME) {
          // The storage may disappear between two batches.
          if (signal?.aborted || (await judge()).kind === 'hold') break;
          const rows = ofCamera.slice(at, at + DROPS_AT_A_TIME);
          dropped.push(
            ...(await db.transaction().execute((tx) => dropRowsWithoutFile(tx, { storageId: storage.id, rows }))),
          );
        }
        counts.droppedRows += dropped.length;
        await reportVanished({ db, log }, storage, {
          dropped,
          damaged: ofCamera.filter(({ isDamaged }) => isDamaged).length,
        });
      }
      return counts;
    },
  };
}

/** Raises an event for footage of one camera that another program deleted or changed. */
async function reportVanished(
  { db, log }: { db: Database; log: Logger },
  { id, name }: WatchedStorage,
  { dropped, damaged }: { dropped: readonly DeletedFootage[]; damaged: number },
): Promise<void> {
  const [first] = dropped;
  if (!first) return;
  const from = new Date(Math.min(...dropped.map(({ mediaStartTs }) => mediaStartTs.getTime()))).toISOString();
  const until = new Date(Math.max(...dropped.map(({ endTs }) => endTs.getTime()))).toISOString();
  const { cameraId } = first;
  log.error(
    { storage_id: id, camera_id: cameraId, from, until, files: dropped.length, damaged },
    'footage vanished from the disk',
  );
  const what =
    damaged === 0
      ? `are gone from storage ${name}. Holdfast did not delete them`
      : `on storage ${name} are gone or damaged. Holdfast did not change them`;
  await raiseSystemEvent(db, {
    eventKey: 'footage_vanished',
    cameraId,
    detail: `${dropped.length} files from ${from} to ${until} ${what}: check who has access to this folder, and the disk.`,
    data: { storage_id: id, from, until, files: dropped.length, ...(damaged > 0 && { damaged }) },
  });
}

async function trip(
  { db, clock, log }: { db: Database; clock: Clock; log: Logger },
  { id, name }: WatchedStorage,
  { checkedRows, missingRows }: DropCounts,
): Promise<void> {
  if (!(await stopPruning(db, { storageId: id, now: new Date(clock.now()) }))) return;
  log.error(
    { storage_id: id, checked: checkedRows, missing: missingRows },
    'too many files are missing, the index was not changed',
  );
  await raiseSystemEvent(db, {
    eventKey: 'storage_unwritable',
    cameraId: null,
    detail: `${missingRows} of ${checkedRows} files checked are missing from storage ${name}. The index is not changed until an administrator confirms it.`,
    data: { storage_id: id, checked: checkedRows, missing: missingRows },
  });
}
