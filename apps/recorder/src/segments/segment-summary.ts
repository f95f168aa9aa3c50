import type { TrackFormat } from '@holdfast/media';

/** What the index and the status need to know of a file; whoever wrote it knows, whoever finds it reads it. */
export interface SegmentSummary {
  sizeBytes: number;
  /** Of its pictures, by the camera's own clock. */
  durationMs: number;
  /** Equal for two files exactly when one decoder set-up plays both. */
  parameterHash: string;
  tracks: readonly { format: TrackFormat; samples: number; durationMs: number }[];
}
