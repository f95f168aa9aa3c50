import type { GapReason } from './gap-reason.ts';

/** A reason and its time; `endMs` is null while it is ongoing. */
export interface GapCause {
  reason: GapReason;
  startMs: number;
  endMs: number | null;
}

/** A reason that started or ended. */
export interface GapStateChange {
  atMs: number;
  reason: GapReason;
  holds: boolean;
}

/**
 * Turns a log of changes into causes. Repeated starts and ends without a start are ignored. Changes at the same time apply in
 * the given order.
 */
export function causesFromChanges(changes: readonly GapStateChange[]): GapCause[] {
  const causes: GapCause[] = [];
  const open = new Map<GapReason, GapCause>();
  for (const { atMs, reason, holds } of changes.toSorted((a, b) => a.atMs - b.atMs)) {
    const current = open.get(reason);
    if (holds && !current) {
      const cause: GapCause = { reason, startMs: atMs, endMs: null };
      open.set(reason, cause);
      causes.push(cause);
    } else if (!holds && current) {
      current.endMs = atMs;
      open.delete(reason);
    }
  }
  return causes.filter((cause) => cause.endMs === null || cause.endMs > cause.startMs);
}
