import type { GapReason } from './gap-reason.ts';

/** A reason and its time; `endMs` is null while it is ongoing. */
export interface GapCause {
  reason: GapReason;
  startMs: number;
  endMs: number | null;
}
