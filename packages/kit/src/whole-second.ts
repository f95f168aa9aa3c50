/**
 * A wait that ends at a whole second of this process, so that timers of all intervals wake it together: being woken costs more
 * than what most of them do. Waits of less than a second stay as they are.
 */
export function toWholeSecond(waitMs: number, nowMs = performance.now()): number {
  if (waitMs < 1_000) return waitMs;
  return Math.max(1, Math.round((nowMs + waitMs) / 1_000) * 1_000 - nowMs);
}
