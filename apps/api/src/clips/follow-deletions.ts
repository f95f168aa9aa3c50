import { clearFootageGone, type Database, type FootageGone, listFootageGone, pruneClipViews } from '@holdfast/db';
import { type Logger, repeatBatches } from '@holdfast/kit';
import type { ClipFiles } from './clip-files.ts';
import type { ClipStore } from './clip-store.ts';

const HOURS_AT_A_TIME = 500;
const HOUR_MS = 3_600_000;
const VIEWS_AT_A_TIME = 1_000;

export interface GoneDeps {
  db: Database;
  log: Logger;
  clipFiles: ClipFiles;
  clipStore: ClipStore;
}

/** Deletes what was made from footage that is gone. */
export async function followDeletions({ db, log, clipFiles, clipStore }: GoneDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const hours = await listFootageGone(db, HOURS_AT_A_TIME);
    for (const gone of hours) {
      if (signal.aborted) return;
      const removed = await clipStore.removeOutdated(await clipFiles.within(rangeOf(gone)));
      if (removed > 0) log.info({ camera_id: gone.cameraId, clips: removed }, 'removed clips of deleted footage');
      await clearFootageGone(db, gone);
    }
    if (hours.length < HOURS_AT_A_TIME) return;
  }
}

const rangeOf = ({ cameraId, hour }: FootageGone) => ({
  cameraId,
  startMs: hour.getTime(),
  endMs: hour.getTime() + HOUR_MS,
});

/** The same for everything that is kept, in case a deletion was missed, as after a restored backup. */
export async function checkKeptClips({ clipFiles, clipStore, db }: GoneDeps, signal: AbortSignal): Promise<void> {
  await clipStore.removeOutdated(await clipFiles.list());
  await repeatBatches({ size: VIEWS_AT_A_TIME, signal }, (most) => pruneClipViews(db, { most }));
}
