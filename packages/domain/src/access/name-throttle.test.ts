import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NameThrottle, releaseAttempt, throttleAttempt, untouched } from './name-throttle.ts';

/** Guesses from this many addresses, all at once. */
const guessFrom = (throttle: NameThrottle, addresses: number, nowMs: number): NameThrottle =>
  Array.from({ length: addresses }, (_, i) => `guesser ${i}`).reduce(
    (current, source) => throttleAttempt(current, { source, nowMs }).throttle,
    throttle,
  );

describe('attempts at one name from many addresses', () => {
  it('are free at first, then each address waits three seconds before each further one', () => {
    let throttle = guessFrom(untouched, 10, 0);
    const tried: number[] = [];
    for (const nowMs of [0, 1_000, 2_999, 3_000, 3_000]) {
      const verdict = throttleAttempt(throttle, { source: 'one', nowMs });
      throttle = verdict.throttle;
      tried.push(verdict.waitSeconds);
    }
    expect(tried).toEqual([3, 2, 1, 0, 3]);
  });

  it('never make the owner at a new address wait longer than a few seconds', () => {
    const storm = fc.array(fc.record({ addresses: fc.nat(200), afterMs: fc.nat(2_000) }), { maxLength: 6 });
    fc.assert(
      fc.property(storm, storm, (before, meanwhile) => {
        let nowMs = 0;
        let throttle = untouched;
        const rage = (guesses: { addresses: number; afterMs: number }[], untilMs = Number.POSITIVE_INFINITY) => {
          for (const { addresses, afterMs } of guesses) {
            nowMs = Math.min(untilMs, nowMs + afterMs);
            throttle = guessFrom(throttle, addresses, nowMs);
          }
        };
        rage(before);
        const first = throttleAttempt(throttle, { source: 'owner', nowMs });
        expect(first.waitSeconds).toBeLessThanOrEqual(3);
        if (first.waitSeconds === 0) return;
        throttle = first.throttle;
        const dueMs = nowMs + first.waitSeconds * 1000;
        rage(meanwhile, dueMs);
        expect(throttleAttempt(throttle, { source: 'owner', nowMs: dueMs }).waitSeconds).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('cost nothing when they were correct', () => {
    let throttle = untouched;
    for (let i = 0; i < 50; i += 1) {
      const verdict = throttleAttempt(throttle, { source: `office ${i}`, nowMs: i });
      expect(verdict.waitSeconds).toBe(0);
      throttle = releaseAttempt(verdict.throttle);
    }
  });

  it('delay no client longer after the clock was set back', () => {
    const throttle = guessFrom(untouched, 10, 3_600_000);
    const waiting = throttleAttempt(throttle, { source: 'owner', nowMs: 3_600_000 });
    expect(throttleAttempt(waiting.throttle, { source: 'owner', nowMs: 0 }).waitSeconds).toBeLessThanOrEqual(3);
  });
});
