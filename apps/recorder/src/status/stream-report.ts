import type { StreamRef, StreamState } from '@holdfast/domain';
import type { PublishedSegment } from '../segments/publish-segment.ts';

type ReportedSegment = Pick<PublishedSegment, 'preciseStartMs' | 'endMs'> & {
  summary: Pick<PublishedSegment['summary'], 'tracks'>;
};

/** Receives the reports of a recording. */
export interface StreamReport {
  state(ref: StreamRef, state: StreamState, detail: string | null): void;
  /** What is noticed about a stream while it is recorded; null if nothing is. */
  remark(ref: StreamRef, detail: string | null): void;
  published(ref: StreamRef, segment: ReportedSegment): void;
  restarted(ref: StreamRef): void;
}
