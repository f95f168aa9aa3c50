import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

it('allows a burst, then the rate', () => {
  const limit = new RateLimit({ perSecond: 10, burst: 3 }, 0);
  expect([limit.take(), limit.take(), limit.take(), limit.take()]).toEqual([true, true, true, false]);
  limit.refill(100);
  expect([limit.take(), limit.take()]).toEqual([true, false]);
});

it('never allows more than the burst plus the rate over the elapsed time', () => {
  const event = fc.record({ afterMs: fc.integer({ min: 0, max: 500 }), amount: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (events) => {
      const limit = new RateLimit({ perSecond: 7, burst: 9 }, 0);
      let [nowMs, taken] = [0, 0];
      for (const { afterMs, amount } of events) {
        nowMs += afterMs;
        limit.refill(nowMs);
        if (limit.take(amount)) taken += amount;
        expect(taken).toBeLessThanOrEqual(9 + (7 * nowMs) / 1000 + 1e-6);
      }
    }),
  );
});

it('adds nothing when the clock steps back', () => {
  const limit = new RateLimit({ perSecond: 10, burst: 1 }, 1_000);
  expect(limit.take()).toBe(true);
  limit.refill(0);
  expect(limit.take()).toBe(false);
});
