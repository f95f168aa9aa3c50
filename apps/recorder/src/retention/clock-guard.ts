import type { Clock } from '@holdfast/kit';

const STEP_MS = 5 * 60_000;
const LONG_ABSENCE_MS = 24 * 3_600_000;
const HOLD_MS = 3_600_000;

/** Tells whether ages may be believed: a clock that jumped ahead would make fresh footage look old. */
export interface ClockGuard {
  pausesAgeRules(): boolean;
}

export interface ClockGuardOptions {
  clock: Clock;
  /** Milliseconds that pass steadily, whatever is done to the clock. */
  steadyMs: () => number;
  /** The newest moment known from before this start, if any. */
  lastKnownMs: number | undefined;
}

/**
 * After a step forward, or a start long after the last footage, ages are not acted upon for an hour: time for the clock to
 * be corrected, or for a person to see it. A clock that goes back to where it was ends the hold at once.
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
