import { describe, expect, it } from 'vitest';
import { createClockGuard } from './clock-guard.ts';

const HOUR_MS = 3_600_000;

function world(lastKnownMs?: number) {
  let wallMs = Date.UTC(2026, 10, 15);
  let steadyMs = 0;
  const guard = createClockGuard({
    clock: { now: () => wallMs },
    steadyMs: () => steadyMs,
    lastKnownMs: lastKnownMs === undefined ? undefined : wallMs + lastKnownMs,
  });
  return {
    guard,
    passes: (ms: number) => {
      wallMs += ms;
      steadyMs += ms;
    },
    steps: (ms: number) => {
      wallMs += ms;
    },
  };
}

describe('age rules are paused after a forward clock step', () => {
  it('trusts a steady clock, for days', () => {
    const { guard, passes } = world();
    for (let hour = 0; hour < 100; hour += 1) {
      expect(guard.pausesAgeRules()).toBe(false);
      passes(HOUR_MS);
    }
  });

  it('pauses for an hour after a step forward, then trusts it', () => {
    const { guard, passes, steps } = world();
    expect(guard.pausesAgeRules()).toBe(false);
    steps(365 * 24 * HOUR_MS);
    expect(guard.pausesAgeRules()).toBe(true);
    passes(HOUR_MS - 1);
    expect(guard.pausesAgeRules()).toBe(true);
    passes(1);
    expect(guard.pausesAgeRules()).toBe(false);
    expect(guard.pausesAgeRules()).toBe(false);
  });

  it('ends the pause when the clock returns to where it was', () => {
    const { guard, steps } = world();
    steps(24 * HOUR_MS);
    expect(guard.pausesAgeRules()).toBe(true);
    steps(-24 * HOUR_MS);
    expect(guard.pausesAgeRules()).toBe(false);
  });

  it('ignores small corrections and steps back', () => {
    const { guard, steps } = world();
    for (const ms of [1_000, 60_000, -HOUR_MS, 120_000]) {
      steps(ms);
      expect(guard.pausesAgeRules()).toBe(false);
    }
  });

  it('pauses after a start long after the last footage', () => {
    const { guard, passes } = world(-48 * HOUR_MS);
    expect(guard.pausesAgeRules()).toBe(true);
    passes(HOUR_MS);
    expect(guard.pausesAgeRules()).toBe(false);
  });

  it('does not pause after an ordinary restart', () => {
    expect(world(-HOUR_MS).guard.pausesAgeRules()).toBe(false);
  });
});
