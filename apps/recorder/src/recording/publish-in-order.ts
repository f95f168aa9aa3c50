import type { StreamRef } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import { diskFaultDetail, diskFaultOf } from '../segments/disk-fault.ts';
import type { PersistSegment } from '../segments/persist-segment.ts';
import type { ReadySegment } from '../segments/ready-segment.ts';
import type { SegmentDisk } from '../segments/segment-disk.ts';
import { createSegmentLane } from '../segments/segment-lane.ts';
import type { ClosedSegment } from '../segments/segment-writer.ts';
import type { StreamReport } from '../status/stream-report.ts';

export interface OrderedPublishing {
  publish(root: string, segment: ClosedSegment): void;
  publishLeftover(root: string, segment: ReadySegment): void;
  discard(segment: ClosedSegment): void;
  /** Whether the last attempt to publish failed, so that the stream is not reported as recording. */
  isFailing(): boolean;
  /** Resolves when nothing is queued or running, or when the signal aborts. */
  drained(signal?: AbortSignal): Promise<void>;
  unpublished(): ClosedSegment[];
}

/** Publishes the closed files of one recording in order, retrying until the disk accepts them. */
export function publishInOrder({
  ref,
  storageId,
  persist,
  disk,
  report,
  reportIfSlow,
  log,
  signal,
}: {
  ref: StreamRef;
  storageId: string;
  persist: PersistSegment;
  disk: SegmentDisk;
  report: StreamReport;
  reportIfSlow: <T>(work: () => Promise<T>) => Promise<T>;
  log: Logger;
  /** Ends the retries. */
  signal: AbortSignal;
}): OrderedPublishing {
  let isFailing = false;
  const unpublished = new Set<ClosedSegment>();
  const lane = createSegmentLane({
    signal,
    onFault: ({ err, attempt }) => {
      isFailing = true;
      report.state(ref, diskFaultOf(err), diskFaultDetail(err));
      if (attempt === 0) log.error({ err }, 'segment cannot be published yet, trying again');
    },
  });
  // A lane of their own, so that an old file that cannot be read does not hold up new ones.
  const leftovers = createSegmentLane({
    signal,
    onFault: ({ err, attempt }) => {
      if (attempt === 0) log.error({ err }, 'segment that was left in the spool cannot be published yet');
    },
  });
  return {
    publish(root, segment) {
      unpublished.add(segment);
      lane.push(async () => {
        const published = await reportIfSlow(() => persist({ root, ref, storageId }, segment));
        unpublished.delete(segment);
        if (published === undefined) return;
        isFailing = false;
        report.published(ref, published);
        report.state(ref, 'recording', null);
      });
    },
    publishLeftover: (root, segment) =>
      leftovers.push(async () => void (await persist({ root, ref, storageId }, segment))),
    discard: ({ path, written }) =>
      lane.push(async () => {
        await written.finish();
        await disk.remove(path);
      }),
    isFailing: () => isFailing,
    drained: async (until) => void (await Promise.allSettled([lane.drained(until), leftovers.drained(until)])),
    unpublished: () => [...unpublished],
  };
}
