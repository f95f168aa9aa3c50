import type { TrackFormat } from '@holdfast/media';

/** The properties of a file that the index and the status need: known to its writer, or read from the file. */
export interface SegmentSummary {
  sizeBytes: number;
  /** Duration of the video by the camera's clock. */
  durationMs: number;
  /** Equal for two files if and only if they play with the same decoder configuration. */
  parameterHash: string;
  tracks: readonly { format: TrackFormat; samples: number; durationMs: number }[];
}
