import { type Bucket, type BucketRule, takeToken } from './token-bucket.ts';

/** Wrong guesses at one name, from all sources together, that cause no delay. */
const NAME_RULE: BucketRule = { capacity: 10, refillPerSecond: 0.1 };
const WAIT_MS = 3_000;

/** The attempts at one name. Only sources that must wait are kept. */
export interface NameThrottle {
  bucket: Bucket | undefined;
  /** When a waiting source is admitted. */
  notBeforeMs: ReadonlyMap<string, number>;
}

export type ThrottleVerdict = { throttle: NameThrottle; waitSeconds: number };

const MAX_WAITING = 1_000;
export const untouched: NameThrottle = { bucket: undefined, notBeforeMs: new Map() };

/**
 * Whether an attempt from a source is admitted (`waitSeconds` 0) while many sources guess at one name. Once the bucket of the
 * name is empty, each source has to return after a few seconds and is then admitted regardless of others: a guesser with many
 * addresses is slowed down, and no client can lock out the name.
 */
export function throttleAttempt(
  throttle: NameThrottle,
  { source, nowMs }: { source: string; nowMs: number },
): ThrottleVerdict {
  const due = throttle.notBeforeMs.get(source);
  if (due !== undefined && nowMs >= due) return { throttle: without(throttle, source), waitSeconds: 0 };
  // The clock may have been set back, which must not prolong a wait.
  if (due !== undefined && due - nowMs <= WAIT_MS)
    return { throttle, waitSeconds: Math.max(1, Math.ceil((due - nowMs) / 1000)) };
  const verdict = takeToken(throttle.bucket, NAME_RULE, nowMs);
  if (verdict.allowed) return { throttle: { ...without(throttle, source), bucket: verdict.bucket }, waitSeconds: 0 };
  const waiting = new Map(throttle.notBeforeMs);
  waiting.delete(source);
  waiting.set(source, nowMs + WAIT_MS);
  const oldest = waiting.size > MAX_WAITING ? waiting.keys().next().value : undefined;
  if (oldest !== undefined) waiting.delete(oldest);
  return { throttle: { bucket: verdict.bucket, notBeforeMs: waiting }, waitSeconds: WAIT_MS / 1000 };
}

/** A correct attempt returns the token it took. */
export const releaseAttempt = ({ bucket, notBeforeMs }: NameThrottle): NameThrottle => ({
  notBeforeMs,
  bucket: bucket && { ...bucket, tokens: Math.min(NAME_RULE.capacity, bucket.tokens + 1) },
});

function without(throttle: NameThrottle, source: string): NameThrottle {
  if (!throttle.notBeforeMs.has(source)) return throttle;
  const waiting = new Map(throttle.notBeforeMs);
  waiting.delete(source);
  return { ...throttle, notBeforeMs: waiting };
}
