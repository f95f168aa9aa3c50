export const PLATE_RETENTION_DAYS = { min: 1, max: 3650, default: 90 } as const;

const DAY_MS = 86_400_000;
// Clocks of cameras and workers drift; beyond this a time is wrong rather than early.
const FUTURE_TOLERANCE_MS = 5 * 60_000;

type RetentionInput = { nowMs: number; retentionDays: number };

/** Reads and crops before this time are pruned. Days have 24 hours: daylight saving keeps nothing longer. */
export const pruneReadsBeforeMs = ({ nowMs, retentionDays }: RetentionInput): number => nowMs - retentionDays * DAY_MS;

export type ReadTimeVerdict = 'acceptable' | 'older-than-retention' | 'in-the-future';

/** A read older than the retention would be pruned at once, and one from the future would never be. */
export function judgeReadTime({ tsMs, nowMs, retentionDays }: RetentionInput & { tsMs: number }): ReadTimeVerdict {
  if (!(tsMs >= pruneReadsBeforeMs({ nowMs, retentionDays }))) return 'older-than-retention';
  if (tsMs > nowMs + FUTURE_TOLERANCE_MS) return 'in-the-future';
  return 'acceptable';
}
