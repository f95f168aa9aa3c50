import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type StreamName, streamNames } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import { awaitWriter } from './await-writer.ts';
import { claimLeftovers, listAbandoned } from './claim-segment.ts';
import { lastStart } from './last-start.ts';
import type { PersistSegment } from './persist-segment.ts';
import type { SegmentDisk } from './segment-disk.ts';
import { listRuns, namesIn, removeEmptyFolder, SPOOL_FOLDER, type SpoolTag, spoolOf } from './spool.ts';
import type { StreamRef } from './stream-ref.ts';

const WRITER_WAIT_MS = 3_000;

/**
 * Publishes what earlier processes left in the spool of a storage: finished files as they are, the unfinished one up to
 * its last whole fragment. Throws when the disk refuses; what is left then is found again the next time.
 */
export async function recoverSpool({
  root,
  storageId,
  own,
  persist,
  disk,
  clock,
  log,
}: {
  root: string;
  storageId: string;
  own: SpoolTag;
  persist: PersistSegment;
  disk: SegmentDisk;
  clock: Clock;
  log: Logger;
}): Promise<{ recovered: number }> {
  let recovered = 0;
  for (const ref of await streamsIn(root)) {
    const spool = spoolOf(root, ref);
    const naming = { last: await lastStart(root, ref, disk) };
    const runs = (await listRuns(spool)).filter((run) => !basename(run).startsWith(`run-${own}`));
    for (const run of runs) {
      await awaitWriter(await realpath(run), { waitMs: WRITER_WAIT_MS });
      await claimLeftovers({ spool, run, seenMs: clock.now(), naming, disk });
      await removeEmptyFolder(run);
    }
    for (const claimed of await listAbandoned(spool, own)) {
      if (await persist({ root, storageId, ref }, claimed)) recovered += 1;
    }
  }
  if (recovered > 0) log.info({ storage_id: storageId, recovered }, 'recovered segments that were left in the spool');
  return { recovered };
}

/** Recovers each disk once, when it is first seen: at start, or when it is plugged in later. */
export function createSpoolRecovery({
  own,
  persist,
  disk,
  clock,
  log,
}: {
  own: SpoolTag;
  persist: PersistSegment;
  disk: SegmentDisk;
  clock: Clock;
  log: Logger;
}) {
  const recovered = new Set<string>();
  return {
    async run(storages: readonly { id: string; root: string }[]): Promise<void> {
      for (const { id: storageId, root } of storages) {
        if (recovered.has(root)) continue;
        try {
          await recoverSpool({ root, storageId, own, persist, disk, clock, log });
          recovered.add(root);
        } catch (err) {
          log.error({ err, storage_id: storageId }, 'the spool could not be recovered yet, will try again');
        }
      }
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

const isStreamName = (name: string): name is StreamName => streamNames.some((known) => known === name);
