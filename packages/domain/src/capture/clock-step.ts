/** One reading of both clocks: the wall clock, which can be set, and the monotonic clock. */
export interface ClockReading {
  wallMs: number;
  monotonicMs: number;
}

export interface ClockStep {
  /** The time of the wall clock without the step. */
  fromMs: number;
  toMs: number;
}

/** Slewing by a time service stays far below this between two readings; people notice steps far above it. */
const MIN_STEP_MS = 1_000;

/** Whether the wall clock was set between two readings, however far apart. */
export function findClockStep(before: ClockReading, after: ClockReading): ClockStep | undefined {
  const fromMs = before.wallMs + (after.monotonicMs - before.monotonicMs);
  return Math.abs(after.wallMs - fromMs) < MIN_STEP_MS ? undefined : { fromMs, toMs: after.wallMs };
}
