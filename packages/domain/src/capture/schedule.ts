/** Seven days from Monday, 24 hours each, `1` where recording may run. */
export type WeekGrid = readonly string[];

const DAYS: Readonly<Record<string, number>> = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: 6 };

/** The hour counts as the people on site read it off their wall, so the zone's own summer time applies. */
export function isScheduledOn(grid: WeekGrid, { nowMs, timeZone }: { nowMs: number; timeZone: string }): boolean {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const said = new Map(parts.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const row = grid[DAYS[said.get('weekday') ?? ''] ?? -1];
  const cell = row?.[Number(said.get('hour'))];
  // Fail open: a grid that cannot be read must not stop a recording.
  return cell !== '0';
}
