import { addDays, DAY_MS, type Span, startOfDay, type Zone } from '@holdfast/ui';

export interface CalendarDay {
  startMs: number;
  endMs: number;
  number: number;
  isInMonth: boolean;
}

const parts = (zone: Zone, atMs: number) => new Date(atMs + zone.offsetMs(atMs));

/** Start of the month that contains a moment, or of one `further` months later. */
export function monthStart(zone: Zone, atMs: number, further = 0): number {
  const local = parts(zone, atMs);
  return zone.momentOf(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + further, 1));
}

/** Whole weeks around a month; `firstWeekday` 1 is Monday, 7 is Sunday. Days have 23 to 25 hours. */
export function monthDays(zone: Zone, monthMs: number, firstWeekday: number): CalendarDay[] {
  const month = parts(zone, monthMs).getUTCMonth();
  const weekday = parts(zone, monthMs).getUTCDay() || 7;
  const before = (weekday - firstWeekday + 7) % 7;
  const days: CalendarDay[] = [];
  let dayMs = addDays(zone, startOfDay(zone, monthMs), -before);
  while (days.length === 0 || days.length % 7 !== 0 || parts(zone, dayMs).getUTCMonth() === month) {
    const endMs = addDays(zone, dayMs, 1);
    const local = parts(zone, dayMs);
    days.push({ startMs: dayMs, endMs, number: local.getUTCDate(), isInMonth: local.getUTCMonth() === month });
    dayMs = endMs;
  }
  return days;
}

/** The day that contains a moment, of 23 to 25 hours. */
export function dayOf(zone: Zone, atMs: number): Span {
  const startMs = startOfDay(zone, atMs);
  return { startMs, endMs: addDays(zone, startMs, 1) };
}

/** First weekday of the locale's country, 1 is Monday; Monday if unknown. */
export function firstWeekdayOf(locale: string): number {
  const { language, region } = new Intl.Locale(locale).maximize();
  const sundays = ['US', 'CA', 'MX', 'BR', 'JP', 'IN', 'IL', 'ZA'];
  return region !== undefined && sundays.includes(region) && language !== 'de' ? 7 : 1;
}

export const isSameDay = (zone: Zone, oneMs: number, otherMs: number): boolean =>
  Math.abs(oneMs - otherMs) < 2 * DAY_MS && startOfDay(zone, oneMs) === startOfDay(zone, otherMs);
