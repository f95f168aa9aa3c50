import type { SegmentSummary } from './segment-summary.ts';

/** A file in the spool that nobody writes to any more, on its way to its place. */
export interface ReadySegment {
  path: string;
  /** When it begins. */
  bornMs: number;
  /** The second it is to go by. */
  startMs: number;
  /** Of a file of this process; undefined for what an earlier one left, which has to be read. */
  written?: {
    endMs: number;
    summary: SegmentSummary;
    /** Makes it whole and durable. */
    finish: () => Promise<void>;
    /** Leaves it to a later process as it is. */
    release: () => Promise<void>;
  };
}
