/** A forgotten snooze must not silence alerts for good. */
export const MAX_SNOOZE_MS = 30 * 86_400_000;

/** Why alerts cannot be snoozed until then; undefined if they can. */
export function snoozeFault(untilMs: number, nowMs: number): 'past' | 'too-late' | undefined {
  if (untilMs <= nowMs) return 'past';
  return untilMs - nowMs > MAX_SNOOZE_MS ? 'too-late' : undefined;
}

/** The later of two ends; null is none. */
export const laterSnooze = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);
