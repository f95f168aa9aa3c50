import { reasonCode, type StreamRef } from '@holdfast/domain';
import { sleep } from '@holdfast/kit';
import { lastStart } from '../segments/last-start.ts';
import type { ReadySegment } from '../segments/ready-segment.ts';
import type { SegmentNaming } from '../segments/segment-writer.ts';
import { listSpooled, openSpool, spoolFolder } from '../segments/spool.ts';
import type { SpoolHold, SpoolHolds } from '../segments/spool-holds.ts';
import type { StreamReport } from '../status/stream-report.ts';
import type { StorageAccess } from '../storage/storage-access.ts';
import type { StorageLimiter } from '../storage/storage-limiter.ts';

export interface RecordingSpool {
  /** The root of the storage; undefined if it cannot be used now. Throws on disk errors. */
  open(signal: AbortSignal): Promise<string | undefined>;
  release(): void;
}

/** The spool of one recording on its storage, for its exclusive use once it is open. */
export function createRecordingSpool({
  ref,
  storageId,
  storages,
  holds,
  limited,
  naming,
  report,
  onLeftover,
  timing,
}: {
  ref: StreamRef;
  storageId: string;
  storages: StorageAccess;
  holds: SpoolHolds;
  limited: StorageLimiter;
  naming: SegmentNaming;
  report: StreamReport;
  onLeftover: (root: string, segment: ReadySegment) => void;
  timing: { storageRetryMs: number; answerMs: number };
}): RecordingSpool {
  let hold: SpoolHold | undefined;
  let hasLeftovers = true;
  /** Files of earlier recordings, listed before the first file of this one is created. */
  const takeLeftovers = async (root: string) => {
    if (!hasLeftovers) return;
    naming.last ??= await limited(root, () => lastStart(root, ref));
    for (const segment of await limited(root, () => listSpooled(spoolFolder(root, ref)))) onLeftover(root, segment);
    hasLeftovers = false;
  };
  return {
    async open(signal) {
      const answer = await storages.check(storageId);
      if (answer.kind === 'closed') {
        report.state(ref, answer.state, answer.detail);
        await sleep(timing.storageRetryMs, signal);
        return undefined;
      }
      const { root } = answer;
      hold ??= await holds.take(root, ref, AbortSignal.any([signal, AbortSignal.timeout(timing.answerMs)]));
      if (hold === undefined) {
        report.state(ref, 'storage_missing', reasonCode('storage-not-responding'));
        return undefined;
      }
      await takeLeftovers(root);
      await limited(root, () => openSpool(root, ref));
      return root;
    },
    release: () => hold?.release(),
  };
}
