/** One look at both clocks: the one people read, which can be set, and the one that only counts. */
export interface ClockReading {
  wallMs: number;
  monotonicMs: number;
}

export interface ClockStep {
  /** What the wall clock would have said without the step. */
  fromMs: number;
  toMs: number;
}

/** Slewing by a time service stays far below this between two looks; people notice steps far above it. */
const SMALLEST_STEP_MS = 1_000;

/** Whether the wall clock was set between two looks, however long they lie apart. */
export function findClockStep(before: ClockReading, after: ClockReading): ClockStep | undefined {
  const fromMs = before.wallMs + (after.monotonicMs - before.monotonicMs);
  return Math.abs(after.wallMs - fromMs) < SMALLEST_STEP_MS ? undefined : { fromMs, toMs: after.wallMs };
}
