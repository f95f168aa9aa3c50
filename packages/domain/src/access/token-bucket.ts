export interface BucketRule {
  capacity: number;
  refillPerSecond: number;
}

export interface Bucket {
  tokens: number;
  at: number;
}

export type BucketVerdict =
  | { allowed: true; bucket: Bucket }
  | { allowed: false; bucket: Bucket; retryAfterSeconds: number };

/** Takes one token, or returns when the next is due. A clock that steps back never refills. */
export function takeToken(bucket: Bucket | undefined, rule: BucketRule, nowMs: number): BucketVerdict {
  const before = bucket ?? { tokens: rule.capacity, at: nowMs };
  const elapsed = Math.max(0, nowMs - before.at) / 1000;
  const tokens = Math.min(rule.capacity, before.tokens + elapsed * rule.refillPerSecond);
  if (tokens >= 1) return { allowed: true, bucket: { tokens: tokens - 1, at: nowMs } };
  return {
    allowed: false,
    bucket: { tokens, at: nowMs },
    retryAfterSeconds: Math.ceil((1 - tokens) / rule.refillPerSecond),
  };
}
