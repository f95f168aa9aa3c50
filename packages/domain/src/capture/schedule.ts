import { localMinuteOfDay, localWeekday } from '../time/local-clock.ts';

/** Seven days from Monday, 24 hours each, `1` where recording may run. */
export type WeekGrid = readonly string[];

/** The hour is local time at the site, including daylight saving. */
export function isScheduledOn(grid: WeekGrid, { nowMs, timeZone }: { nowMs: number; timeZone: string }): boolean {
  const cell = grid[localWeekday(nowMs, timeZone)]?.[Math.floor(localMinuteOfDay(nowMs, timeZone) / 60)];
  // Fail open: a grid that cannot be read must not stop a recording.
  return cell !== '0';
}
