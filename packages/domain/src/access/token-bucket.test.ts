import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, takeToken } from './token-bucket.ts';

const rule = { capacity: 3, refillPerSecond: 0.5 };

describe('a token bucket', () => {
  it('gives its capacity at once, then returns when the next token is due', () => {
    let bucket: Bucket | undefined;
    for (let i = 0; i < 3; i += 1) {
      const verdict = takeToken(bucket, rule, 0);
      expect(verdict.allowed).toBe(true);
      bucket = verdict.bucket;
    }
    expect(takeToken(bucket, rule, 0)).toMatchObject({ allowed: false, retryAfterSeconds: 2 });
    expect(takeToken(bucket, rule, 2_000).allowed).toBe(true);
  });

  it('never gives more than capacity plus refill for any sequence of times, including steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 60 }), (steps) => {
        let bucket: Bucket | undefined;
        let now = 0;
        let forward = 0;
        let given = 0;
        for (const step of steps) {
          now += step;
          forward += Math.max(0, step);
          const verdict = takeToken(bucket, rule, now);
          bucket = verdict.bucket;
          if (verdict.allowed) given += 1;
        }
        expect(given).toBeLessThanOrEqual(rule.capacity + (forward / 1000) * rule.refillPerSecond + 1e-9);
      }),
    );
  });
});
