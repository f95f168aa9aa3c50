import type { SegmentSummary } from './segment-summary.ts';

/** A closed file in the spool that is ready to be published. */
export interface ReadySegment {
  path: string;
  /** Start of the segment. */
  preciseStartMs: number;
  /** The second for its name. */
  startMs: number;
  /** Set for files of this process. Files of an earlier process have to be read instead. */
  written?: {
    endMs: number;
    summary: SegmentSummary;
    /** Completes the file and makes it durable. */
    finish: () => Promise<void>;
    /** Leaves the file as it is for a later process. */
    release: () => Promise<void>;
  };
}
