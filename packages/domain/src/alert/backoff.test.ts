import { describe, expect, it } from 'vitest';
import { MAX_DELIVERY_TRIES, nextTry } from './backoff.ts';

const afterSeconds = (failedTries: number, more: { jitter?: number; retryAfterSeconds?: number } = {}) => {
  const next = nextTry({ failedTries, nowMs: 0, jitter: 0, ...more });
  return next.kind === 'retry' ? next.atMs / 1000 : 'give-up';
};

describe('delivery back-off', () => {
  it('waits longer after each of five tries and then gives up', () => {
    const waits = Array.from({ length: MAX_DELIVERY_TRIES }, (_, index) => afterSeconds(index + 1));
    expect(waits).toEqual([5, 30, 120, 600, 'give-up']);
  });

  it('spreads deliveries that failed together', () => expect(afterSeconds(1, { jitter: 1 })).toBe(6));

  it.each([
    [60, 60],
    [1, 5],
    [-9, 5],
    [1e9, 3600],
  ])('respects a Retry-After of %d s within limits', (retryAfterSeconds, expected) =>
    expect(afterSeconds(1, { retryAfterSeconds })).toBe(expected),
  );
});
