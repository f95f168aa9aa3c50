import { type Bucket, type BucketRule, takeToken } from './token-bucket.ts';

/** How many wrong guesses at one name, from everywhere together, cost nobody anything. */
const NAME_RULE: BucketRule = { capacity: 10, refillPerSecond: 0.1 };
const WAIT_MS = 3_000;

/** What is known of the attempts at one name. Only sources that were told to wait are remembered. */
export interface NameBrake {
  bucket: Bucket | undefined;
  /** From when on a source that was told to wait is let through. */
  notBeforeMs: ReadonlyMap<string, number>;
}

export type BrakeVerdict = { brake: NameBrake; waitSeconds: number };

const MOST_WAITING = 1_000;
export const untouched: NameBrake = { bucket: undefined, notBeforeMs: new Map() };

/**
 * Whether an attempt from a source is let through (`waitSeconds` 0) while many guess at one name. Once the bucket of the
 * name is empty each source has to come back after a few seconds, and is then let through whatever others do: a guesser
 * with many addresses is slowed, and nobody can lock the name out.
 */
export function brakeAttempt(brake: NameBrake, { source, nowMs }: { source: string; nowMs: number }): BrakeVerdict {
  const due = brake.notBeforeMs.get(source);
  if (due !== undefined && nowMs >= due) return { brake: without(brake, source), waitSeconds: 0 };
  // The clock may have been set back; nobody waits longer for that.
  if (due !== undefined && due - nowMs <= WAIT_MS)
    return { brake, waitSeconds: Math.max(1, Math.ceil((due - nowMs) / 1000)) };
  const verdict = takeToken(brake.bucket, NAME_RULE, nowMs);
  if (verdict.allowed) return { brake: { ...without(brake, source), bucket: verdict.bucket }, waitSeconds: 0 };
  const waiting = new Map(brake.notBeforeMs);
  waiting.delete(source);
  waiting.set(source, nowMs + WAIT_MS);
  const oldest = waiting.size > MOST_WAITING ? waiting.keys().next().value : undefined;
  if (oldest !== undefined) waiting.delete(oldest);
  return { brake: { bucket: verdict.bucket, notBeforeMs: waiting }, waitSeconds: WAIT_MS / 1000 };
}

/** Who turns out to be right gives back what the attempt took. */
export const releaseAttempt = ({ bucket, notBeforeMs }: NameBrake): NameBrake => ({
  notBeforeMs,
  bucket: bucket && { ...bucket, tokens: Math.min(NAME_RULE.capacity, bucket.tokens + 1) },
});

function without(brake: NameBrake, source: string): NameBrake {
  if (!brake.notBeforeMs.has(source)) return brake;
  const waiting = new Map(brake.notBeforeMs);
  waiting.delete(source);
  return { ...brake, notBeforeMs: waiting };
}
