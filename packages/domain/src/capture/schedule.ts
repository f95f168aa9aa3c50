/** Seven days from Monday, 24 hours each, `1` where recording may run. */
export type WeekGrid = readonly string[];

const DAYS: Readonly<Record<string, number>> = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: 6 };

/** The hour is local time at the site, including daylight saving. */
export function isScheduledOn(grid: WeekGrid, { nowMs, timeZone }: { nowMs: number; timeZone: string }): boolean {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const local = new Map(parts.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const row = grid[DAYS[local.get('weekday') ?? ''] ?? -1];
  const cell = row?.[Number(local.get('hour'))];
  // Fail open: a grid that cannot be read must not stop a recording.
  return cell !== '0';
}
