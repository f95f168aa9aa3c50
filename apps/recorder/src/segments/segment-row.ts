import type { NewSegment } from '@holdfast/db';
import type { StreamRef } from '@holdfast/domain';
import type { PublishedSegment } from './publish-segment.ts';

/** The row of a published segment: times by our clock, media duration by the camera's. */
export function segmentRow({
  ref,
  storageId,
  segment,
  motion,
}: {
  ref: StreamRef;
  storageId: string;
  segment: PublishedSegment;
  motion: Pick<NewSegment, 'hasMotion' | 'motionGrid'>;
}): NewSegment {
  const { startMs, preciseStartMs, endMs, summary } = segment;
  return {
    ...ref,
    startTs: new Date(startMs),
    preciseStartTs: new Date(preciseStartMs),
    durationMs: summary.durationMs,
    endTs: new Date(Math.max(startMs, endMs)),
    storageId,
    path: segment.path,
    sizeBytes: summary.sizeBytes,
    parameterHash: summary.parameterHash,
    ...motion,
  };
}
