import type { SourceFault } from '../rtsp/source-state.ts';

const longestMs = 30_000;
const shortestMs = 1_000;

/**
 * 1 to 30 s, doubling, with jitter so that cameras behind one switch do not come back in step. A camera that rejects
 * the password is asked rarely at once: many lock the account after a few tries.
 */
export function retryDelayMs({
  fault,
  failures,
  random,
}: {
  fault: SourceFault;
  /** In a row, this one included; zero after a run that had streamed well. */
  failures: number;
  /** From 0 up to 1. */
  random: number;
}): number {
  const doubledMs = fault.kind === 'rejected' ? longestMs : shortestMs * 2 ** Math.min(failures, 10);
  return Math.max(shortestMs, Math.min(longestMs, doubledMs) * (0.5 + random / 2));
}
