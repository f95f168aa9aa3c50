import { backoffMs } from '@holdfast/kit';

/**
 * How long to wait before the next child. One that ran for a while and then ended in order was let go by the restream,
 * which goes on at once with what its camera has become: each second of waiting would be lost. Any other end, and any early
 * one, is waited for longer each time, so that children never follow each other without pause.
 */
export function restartPauseMs({
  attempt,
  isOrderly,
  ranMs,
  settledMs,
  minMs,
  maxMs,
}: {
  attempt: number;
  isOrderly: boolean;
  ranMs: number;
  /** What counts as a while. */
  settledMs: number;
  minMs: number;
  maxMs: number;
}): number {
  return isOrderly && ranMs >= settledMs ? 0 : backoffMs({ attempt, minMs, maxMs });
}
