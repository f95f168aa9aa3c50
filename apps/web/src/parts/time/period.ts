/** The periods that a list can be filtered by; `range` has a start and an end of its own. */
export const PERIODS = ['day', 'week', 'month', 'all', 'range'] as const;
export type Period = (typeof PERIODS)[number];

const HOUR_MS = 3_600_000;
const periodHours: Record<Exclude<Period, 'all' | 'range'>, number> = { day: 24, week: 24 * 7, month: 24 * 30 };

/** When a period begins; whole hours, so that the same request is not repeated every millisecond. */
export function periodStartMs(period: Period, nowMs: number): number | undefined {
  if (period === 'all' || period === 'range') return undefined;
  return Math.floor(nowMs / HOUR_MS) * HOUR_MS - (periodHours[period] - 1) * HOUR_MS;
}
