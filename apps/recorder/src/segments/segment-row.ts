import type { NewSegment } from '@holdfast/db';
import type { PublishedSegment } from './publish-segment.ts';
import type { StreamRef } from './stream-ref.ts';

/** The index row of a published file. It ends when its media ends, and never before the second in its name. */
export function segmentRow({
  ref,
  storageId,
  segment,
}: {
  ref: StreamRef;
  storageId: string;
  segment: PublishedSegment;
}): NewSegment {
  const { startMs, preciseStartMs, facts } = segment;
  return {
    ...ref,
    startTs: new Date(startMs),
    preciseStartTs: new Date(preciseStartMs),
    durationMs: facts.durationMs,
    endTs: new Date(Math.max(startMs, preciseStartMs + facts.durationMs)),
    storageId,
    path: segment.path,
    sizeBytes: facts.sizeBytes,
    parameterHash: facts.parameterHash,
  };
}
