const SECOND_MS = 1_000;
/** For waits of at least that long. */
export const SHARED_STEP_MS = 5_000;

/**
 * A wait that ends at a whole second of this process, so that timers of all intervals wake it together: being woken costs more
 * than what most of them do. Shorter waits stay as they are. A longer step brings more of them together.
 */
export function toWholeSecond(waitMs: number, nowMs = performance.now(), stepMs = SECOND_MS): number {
  if (waitMs < SECOND_MS) return waitMs;
  const roundMs = waitMs < stepMs ? SECOND_MS : stepMs;
  return Math.max(1, Math.round((nowMs + waitMs) / roundMs) * roundMs - nowMs);
}
