import type { Clock } from '@holdfast/kit';

export interface FakeClock extends Clock {
  /** Forward, or back when negative: real clocks do both. */
  step(ms: number): void;
}

export function fakeClock(startMs = Date.UTC(2026, 10, 15, 12, 0, 0)): FakeClock {
  let now = startMs;
  return {
    now: () => now,
    step: (ms) => {
      now += ms;
    },
  };
}
