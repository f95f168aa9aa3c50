export const MAX_DELIVERY_TRIES = 5;
export const DELIVERY_TIMEOUT_SECONDS = 10;

// From "the receiver restarts" to "an operator has to look"; all five tries take about a quarter of an hour.
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600] as const;
const MAX_RETRY_AFTER_SECONDS = 3600;
const JITTER_SHARE = 0.2;

export type NextTry = { kind: 'retry'; atMs: number } | { kind: 'give-up' };

/**
 * What follows a failed try. `jitter` (0..1) spreads deliveries that failed together; a Retry-After of the receiver is
 * respected when it is longer than our own delay.
 */
export function nextTry({
  failedTries,
  nowMs,
  jitter,
  retryAfterSeconds = 0,
}: {
  failedTries: number;
  nowMs: number;
  jitter: number;
  retryAfterSeconds?: number;
}): NextTry {
  const ownSeconds = RETRY_DELAYS_SECONDS[failedTries - 1];
  if (ownSeconds === undefined) return { kind: 'give-up' };
  const askedSeconds = Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, retryAfterSeconds));
  const delaySeconds = Math.max(ownSeconds, askedSeconds) * (1 + JITTER_SHARE * jitter);
  return { kind: 'retry', atMs: nowMs + Math.round(delaySeconds * 1000) };
}
