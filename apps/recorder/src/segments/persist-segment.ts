import { relative } from 'node:path';
import type { NewSegment } from '@holdfast/db';
import type { StreamRef } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import { quarantine } from '../storage/quarantine.ts';
import type { StorageAccess } from '../storage/storage-access.ts';
import type { StorageLimiter } from '../storage/storage-limiter.ts';
import { type PublishedSegment, publishSegment } from './publish-segment.ts';
import type { ReadySegment } from './ready-segment.ts';
import type { SegmentDisk } from './segment-disk.ts';
import { segmentRow } from './segment-row.ts';

export interface SegmentPlace {
  root: string;
  storageId: string;
  ref: StreamRef;
}

/** Publishes a spool file and queues its row; undefined if there was nothing to keep. */
export type PersistSegment = (place: SegmentPlace, ready: ReadySegment) => Promise<PublishedSegment | undefined>;

export function createPersist({
  disk,
  limited,
  index,
  storages,
  motionIn,
  clock,
  log,
}: {
  disk: SegmentDisk;
  limited: StorageLimiter;
  index: { push(row: NewSegment): void };
  storages: Pick<StorageAccess, 'committed'>;
  /** Motion in the segment, as far as it is known when the row is queued. */
  motionIn: (
    ref: StreamRef,
    segment: { startMs: number; preciseStartMs: number; endMs: number },
  ) => Pick<NewSegment, 'hasMotion' | 'motionGrid'>;
  clock: Clock;
  log: Logger;
}): PersistSegment {
  const persist: PersistSegment = async ({ root, ref, storageId }, ready) => {
    const about = { camera_id: ref.cameraId, stream: ref.stream };
    const result = await publishSegment({ root, ref, ready, disk });
    if (result.kind === 'empty') return undefined;
    if (result.kind === 'gone') {
      log.error(about, 'a segment was removed from the spool before it could be published');
      return undefined;
    }
    if (result.kind === 'broken') {
      await quarantine({ root, path: relative(root, ready.path), nowMs: clock.now() });
      log.error({ ...about, reason: result.reason }, 'put a segment that cannot be read into quarantine');
      return undefined;
    }
    const { segment } = result;
    // A sibling's key is in use by definition. Inserting it could only do harm: if the segment that owns the key is not
    // indexed yet, the sibling would take its place.
    if (segment.sibling) log.warn({ ...about, path: segment.path }, 'the name was in use, kept the segment beside it');
    else index.push(segmentRow({ ref, storageId, segment, motion: motionIn(ref, segment) }));
    storages.committed({ storageId, root, path: segment.path });
    return segment;
  };
  return (place, ready) => limited(place.root, () => persist(place, ready));
}
