import { dailyWindows } from '../time/daily-windows.ts';
import { localWeekday } from '../time/local-clock.ts';

export interface BackupSchedule {
  /** Minutes since midnight in the zone of the site. */
  minuteOfDay: number;
  /** Monday first. */
  days: readonly boolean[];
}

const DAY_MS = 86_400_000;
/**
 * No backup is due this soon after another one; this also skips the second pass of the hour that daylight saving
 * repeats.
 */
const RECENT_MS = 2 * 3_600_000;

interface Moment {
  nowMs: number;
  timeZone: string;
}

/** The scheduled moments within a range, in order. */
function momentsIn({ minuteOfDay, days }: BackupSchedule, timeZone: string, range: { startMs: number; endMs: number }) {
  const toMinute = (minuteOfDay + 1) % 1_440;
  return dailyWindows({ fromMinute: minuteOfDay, toMinute, timeZone }, range)
    .map(({ startMs }) => startMs)
    .filter((ms) => ms > range.startMs && days[localWeekday(ms, timeZone)] === true);
}

/**
 * Whether a scheduled backup is to be made now. A missed one is made within a day, but not one from before the schedule
 * was last changed.
 */
export function isBackupDue(
  schedule: BackupSchedule,
  { lastStartedMs, changedMs }: { lastStartedMs: number | null; changedMs: number },
  { nowMs, timeZone }: Moment,
): boolean {
  const latestMs = momentsIn(schedule, timeZone, { startMs: nowMs - DAY_MS, endMs: nowMs + 1 }).at(-1);
  if (latestMs === undefined || latestMs <= changedMs) return false;
  return lastStartedMs === null || latestMs - lastStartedMs > RECENT_MS;
}

/** The next scheduled moment; undefined if there is no day to choose from. */
export const nextBackup = (schedule: BackupSchedule, { nowMs, timeZone }: Moment): number | undefined =>
  momentsIn(schedule, timeZone, { startMs: nowMs, endMs: nowMs + 9 * DAY_MS })[0];
