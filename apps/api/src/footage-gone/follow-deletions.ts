import {
  clearFootageGone,
  type Database,
  type FootageGone,
  listFootageGone,
  listHoursWithFootage,
  listLivingSegments,
  pruneClipViews,
} from '@holdfast/db';
import { every, isFileSystemFault, type Logger, sleep, type Task, type WakeUp } from '@holdfast/kit';
import { repeatBatches } from '../batches/repeat-batches.ts';
import type { ClipFiles } from '../clips/clip-files.ts';
import type { ClipStore } from '../clips/clip-store.ts';
import type { EventSnapshots } from '../events/event-snapshots.ts';
import type { PreviewPacks } from '../previews/preview-packs.ts';

/** Deletions come in batches, many of them of the same hour. */
const GATHER_MS = 5_000;
/** Retries files that could not be removed the first time. */
const POLL_MS = 300_000;
const HOURS_AT_A_TIME = 500;
const HOUR_MS = 3_600_000;
const VIEWS_AT_A_TIME = 1_000;

export interface GoneDeps {
  db: Database;
  log: Logger;
  clipFiles: ClipFiles;
  clipStore: ClipStore;
  packs: PreviewPacks;
  snapshots: EventSnapshots;
}

export const footageGoneTask = (deps: GoneDeps, wakeUp: WakeUp): Task =>
  every(
    'footage-gone',
    POLL_MS,
    async (signal) => {
      await sleep(GATHER_MS, signal);
      await followDeletions(deps, signal);
    },
    { log: deps.log, wakeUp },
  );

/** Deletes files made from deleted footage, and pictures of events that were deleted with it. */
export async function followDeletions(deps: GoneDeps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  await repeatBatches({ size: HOURS_AT_A_TIME, signal }, async (most) => {
    let followed = 0;
    for (const gone of await listFootageGone(db, most)) {
      if (signal.aborted) break;
      try {
        await followHour(deps, gone);
        followed += 1;
      } catch (err) {
        // A file that cannot be removed is tried again, and does not hold up the files of other hours.
        if (!isFileSystemFault(err)) throw err;
        log.warn({ err, camera_id: gone.cameraId }, 'cannot remove files made from deleted footage');
      }
    }
    return followed;
  });
}

async function followHour(
  { db, log, clipFiles, clipStore, packs, snapshots }: GoneDeps,
  gone: FootageGone,
): Promise<void> {
  const { cameraId } = gone;
  const removed = await clipStore.removeOutdated(await clipFiles.within(rangeOf(gone)));
  if (removed > 0) log.info({ camera_id: cameraId, clips: removed }, 'removed clips of deleted footage');
  await snapshots.removeOrphans(rangeOf(gone));
  const pack = { cameraId, hourMs: gone.hour.getTime() };
  await packs.keepOnly(pack, (ids) => listLivingSegments(db, { cameraId, ids }));
  await clearFootageGone(db, gone);
}

const rangeOf = ({ cameraId, hour }: FootageGone) => ({
  cameraId,
  startMs: hour.getTime(),
  endMs: hour.getTime() + HOUR_MS,
});

/** Checks everything that is kept, in case a deletion was missed, as after a backup was restored. */
export async function checkEverythingKept(
  { clipFiles, clipStore, packs, snapshots, db }: GoneDeps,
  signal: AbortSignal,
): Promise<void> {
  await clipStore.removeOutdated(await clipFiles.list());
  await snapshots.removeOrphans();
  for (const [cameraId, kept] of Map.groupBy(await packs.list(), (pack) => pack.cameraId)) {
    const hours = await listHoursWithFootage(db, { cameraId, hours: kept.map(({ hourMs }) => new Date(hourMs)) });
    for (const pack of kept) if (!hours.has(pack.hourMs)) await packs.remove(pack);
  }
  await repeatBatches({ size: VIEWS_AT_A_TIME, signal }, (most) => pruneClipViews(db, { most }));
}
