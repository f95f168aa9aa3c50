import { join } from 'node:path';
import { isStreamName, type StreamRef } from '@holdfast/domain';
import { askOnce, type Logger, TookTooLong } from '@holdfast/kit';
import type { StorageLimiter } from '../storage/storage-limiter.ts';
import type { PersistSegment, SegmentPlace } from './persist-segment.ts';
import { listSpooled, namesIn, SPOOL_FOLDER, spoolFolder } from './spool.ts';
import type { SpoolHold, SpoolHolds } from './spool-holds.ts';

const SWEEP_LIMIT_MS = 5_000;

export interface SpoolSweep {
  /**
   * Returns after a few seconds at the latest. What takes longer continues in the background and is not started twice. A
   * storage is inspected only if something was left there, because that writes to it.
   */
  run(storages: readonly { id: string; root: string }[], signal: AbortSignal): Promise<void>;
}

/**
 * Publishes files in spools that no recording uses: of earlier processes, of cameras that are recorded to another
 * storage now, of a disk that was full or missing when its recording ended. A running recording publishes its own
 * leftovers.
 */
export function createSpoolSweep({
  holds,
  persist,
  limited,
  isUsable,
  log,
  limitMs = SWEEP_LIMIT_MS,
}: {
  holds: SpoolHolds;
  persist: PersistSegment;
  limited: StorageLimiter;
  /** Whether a storage is mounted and ours. */
  isUsable: (storageId: string) => Promise<boolean>;
  log: Logger;
  limitMs?: number;
}): SpoolSweep {
  const once = askOnce<void>(limitMs);

  const aboutOf = ({ storageId, ref }: SegmentPlace) => ({
    storage_id: storageId,
    camera_id: ref.cameraId,
    stream: ref.stream,
  });
  const sweepStream = async (place: SegmentPlace, hold: SpoolHold, signal: AbortSignal): Promise<number> => {
    const { root, ref, storageId } = place;
    let published = 0;
    const left = await limited(root, () => listSpooled(spoolFolder(root, ref)));
    if (left.length === 0 || !(await isUsable(storageId))) return 0;
    for (const ready of left) {
      // A recording must not wait until all files are published; it takes over the rest.
      if (signal.aborted || hold.isAwaited()) break;
      try {
        if (await persist(place, ready)) published += 1;
      } catch (err) {
        // A file that cannot be read must not hold up the others.
        log.error({ err, ...aboutOf(place) }, 'segment that was left in the spool cannot be published yet');
      }
    }
    return published;
  };

  const sweep = async ({ id: storageId, root }: { id: string; root: string }, signal: AbortSignal): Promise<void> => {
    for (const ref of await limited(root, () => streamsIn(root))) {
      const hold = signal.aborted ? undefined : holds.takeFree(root, ref);
      if (!hold) continue;
      const place = { root, storageId, ref };
      try {
        const published = await sweepStream(place, hold, signal);
        if (published > 0) log.info({ ...aboutOf(place), published }, 'published segments that were left in the spool');
      } catch (err) {
        if (await isUsable(storageId))
          log.error({ err, ...aboutOf(place) }, 'the spool cannot be read yet, will try again');
      } finally {
        hold.release();
      }
    }
  };

  return {
    async run(storages, signal) {
      const sweeping = storages.map((storage) =>
        once(storage.root, () => sweep(storage, signal)).catch(async (err: unknown) => {
          // The state of a storage that cannot be used is shown elsewhere.
          if (err instanceof TookTooLong || !(await isUsable(storage.id))) return;
          log.error({ err, storage_id: storage.id }, 'the spool cannot be read');
        }),
      );
      await Promise.all(sweeping);
    },
  };
}

async function streamsIn(root: string): Promise<StreamRef[]> {
  const refs: StreamRef[] = [];
  for (const cameraId of await namesIn(join(root, SPOOL_FOLDER))) {
    for (const stream of await namesIn(join(root, SPOOL_FOLDER, cameraId))) {
      if (isStreamName(stream)) refs.push({ cameraId, stream });
    }
  }
  return refs;
}
