import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakeAttempt, type NameBrake, releaseAttempt, untouched } from './name-brake.ts';

/** Guesses from as many addresses as asked for, all at once. */
const guessFrom = (brake: NameBrake, addresses: number, nowMs: number): NameBrake =>
  Array.from({ length: addresses }, (_, i) => `guesser ${i}`).reduce(
    (current, source) => brakeAttempt(current, { source, nowMs }).brake,
    brake,
  );

describe('attempts at one name from many addresses', () => {
  it('are free at first, then each address waits three seconds before every further one', () => {
    let brake = guessFrom(untouched, 10, 0);
    const tried: number[] = [];
    for (const nowMs of [0, 1_000, 2_999, 3_000, 3_000]) {
      const verdict = brakeAttempt(brake, { source: 'one', nowMs });
      brake = verdict.brake;
      tried.push(verdict.waitSeconds);
    }
    expect(tried).toEqual([3, 2, 1, 0, 3]);
  });

  it('never make the owner at a new address wait longer than a few seconds', () => {
    const storm = fc.array(fc.record({ addresses: fc.nat(200), afterMs: fc.nat(2_000) }), { maxLength: 6 });
    fc.assert(
      fc.property(storm, storm, (before, meanwhile) => {
        let nowMs = 0;
        let brake = untouched;
        const rage = (guesses: { addresses: number; afterMs: number }[], untilMs = Number.POSITIVE_INFINITY) => {
          for (const { addresses, afterMs } of guesses) {
            nowMs = Math.min(untilMs, nowMs + afterMs);
            brake = guessFrom(brake, addresses, nowMs);
          }
        };
        rage(before);
        const first = brakeAttempt(brake, { source: 'owner', nowMs });
        expect(first.waitSeconds).toBeLessThanOrEqual(3);
        if (first.waitSeconds === 0) return;
        brake = first.brake;
        const dueMs = nowMs + first.waitSeconds * 1000;
        rage(meanwhile, dueMs);
        expect(brakeAttempt(brake, { source: 'owner', nowMs: dueMs }).waitSeconds).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('cost nothing when they were right', () => {
    let brake = untouched;
    for (let i = 0; i < 50; i += 1) {
      const verdict = brakeAttempt(brake, { source: `office ${i}`, nowMs: i });
      expect(verdict.waitSeconds).toBe(0);
      brake = releaseAttempt(verdict.brake);
    }
  });

  it('do not hold anybody up after the clock was set back', () => {
    const brake = guessFrom(untouched, 10, 3_600_000);
    const told = brakeAttempt(brake, { source: 'owner', nowMs: 3_600_000 });
    expect(brakeAttempt(told.brake, { source: 'owner', nowMs: 0 }).waitSeconds).toBeLessThanOrEqual(3);
  });
});
