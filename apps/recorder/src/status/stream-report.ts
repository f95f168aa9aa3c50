import type { StreamState } from '@holdfast/domain';
import type { PublishedSegment } from '../segments/publish-segment.ts';
import type { StreamRef } from '../segments/stream-ref.ts';

/** Receives the reports of a recording. */
export interface StreamReport {
  state(ref: StreamRef, state: StreamState, detail: string | null): void;
  published(ref: StreamRef, segment: PublishedSegment): void;
  restarted(ref: StreamRef): void;
}
