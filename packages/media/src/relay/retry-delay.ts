import type { SourceFault } from '../rtsp/source-state.ts';

const MAX_DELAY_MS = 30_000;
const MIN_DELAY_MS = 1_000;

/**
 * 1 to 30 s, doubling, with jitter so that cameras behind one switch do not reconnect in step. A camera that rejects
 * the password is retried rarely from the start: many lock the account after a few attempts.
 */
export function retryDelayMs({
  fault,
  failures,
  random,
}: {
  fault: SourceFault;
  /** Consecutive failures including this one; zero after a connection that streamed well. */
  failures: number;
  /** From 0 to 1 (exclusive). */
  random: number;
}): number {
  const doubledMs = fault.kind === 'rejected' ? MAX_DELAY_MS : MIN_DELAY_MS * 2 ** Math.min(failures, 10);
  return Math.max(MIN_DELAY_MS, Math.min(MAX_DELAY_MS, doubledMs) * (0.5 + random / 2));
}
