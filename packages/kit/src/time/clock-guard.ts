import type { Clock } from './clock.ts';

const STEP_MS = 5 * 60_000;
const LONG_ABSENCE_MS = 24 * 3_600_000;
const HOLD_MS = 3_600_000;

/** Pauses the age rules while the clock is suspect: a clock that jumped ahead would make new footage look old. */
export interface ClockGuard {
  pausesAgeRules(): boolean;
}

export interface ClockGuardOptions {
  clock: Clock;
  /** Monotonic milliseconds. */
  steadyMs: () => number;
  /** The latest time known from before this start, if any. */
  lastKnownMs: number | undefined;
}

/**
 * After a step forward, or a start long after the last footage, the age rules are paused for an hour, so that the clock
 * can be corrected or an operator can notice. The pause ends at once if the clock returns to where it was.
 */
export function createClockGuard({ clock, steadyMs, lastKnownMs }: ClockGuardOptions): ClockGuard {
  const offsetMs = () => clock.now() - steadyMs();
  const isLongAgo = lastKnownMs !== undefined && clock.now() - lastKnownMs > LONG_ABSENCE_MS;
  let trustedMs = isLongAgo ? lastKnownMs - steadyMs() : offsetMs();
  let heldUntilMs: number | undefined;
  return {
    pausesAgeRules: () => {
      const aheadMs = offsetMs() - trustedMs;
      if (aheadMs > STEP_MS) {
        heldUntilMs ??= steadyMs() + HOLD_MS;
        if (steadyMs() < heldUntilMs) return true;
      }
      heldUntilMs = undefined;
      trustedMs = offsetMs();
      return false;
    },
  };
}
