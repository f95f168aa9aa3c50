import type { LedgerEntry } from '../gap/explain-window.ts';
import type { GapReason } from '../gap/gap-reason.ts';
import { BORDER_TOLERANCE_MS } from '../segment/coverage.ts';
import { type Interval, subtractIntervals } from '../time/interval.ts';

export interface ExplainedGap extends Interval {
  /** Null if the ledger has no entry: too short, or too recent. */
  reason: GapReason | null;
}

/** The holes of an export, each with the reason that covers most of it. */
export function explainGaps(
  range: Interval,
  exported: readonly Interval[],
  ledger: readonly LedgerEntry[],
): ExplainedGap[] {
  return subtractIntervals([range], exported)
    .filter(({ startMs, endMs }) => endMs - startMs > BORDER_TOLERANCE_MS)
    .map((hole) => ({ ...hole, reason: longestReason(hole, ledger) }));
}

function longestReason(hole: Interval, ledger: readonly LedgerEntry[]): GapReason | null {
  let reason: GapReason | null = null;
  let longestMs = 0;
  for (const entry of ledger) {
    const sharedMs = Math.min(entry.endMs, hole.endMs) - Math.max(entry.startMs, hole.startMs);
    if (entry.kind !== 'gap' || sharedMs <= longestMs) continue;
    longestMs = sharedMs;
    reason = entry.reason;
  }
  return reason;
}
