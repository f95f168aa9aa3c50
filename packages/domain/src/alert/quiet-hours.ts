import { localMinuteOfDay, localWeekday } from '../time/local-clock.ts';
import { isTimeOfDay, minuteOfDay } from '../time/minute-of-day.ts';

/**
 * Minutes of the local day; the start is inclusive, the end exclusive. A start after the end wraps midnight. `days` are those on
 * which they begin, Monday first: the night of Friday ends on Saturday morning.
 */
export type QuietHours = { startMinute: number; endMinute: number; days: readonly boolean[] };

export const EVERY_DAY = '1111111';

export type ParsedQuietHours =
  | { kind: 'none' }
  | { kind: 'hours'; hours: QuietHours }
  | { kind: 'refused'; reason: 'not-a-time' | 'one-end-missing' | 'start-equals-end' | 'no-days' };

/**
 * Both `HH:MM` or both null; `days` is `1` or `0` for each day, Monday first. Equal times are refused: they could mean never as
 * well as always.
 */
export function parseQuietHours({
  start,
  end,
  days = EVERY_DAY,
}: {
  start: string | null;
  end: string | null;
  days?: string;
}): ParsedQuietHours {
  if (start === null && end === null) return { kind: 'none' };
  if (start === null || end === null) return { kind: 'refused', reason: 'one-end-missing' };
  if (!isTimeOfDay(start) || !isTimeOfDay(end)) return { kind: 'refused', reason: 'not-a-time' };
  const [startMinute, endMinute] = [minuteOfDay(start), minuteOfDay(end)];
  if (startMinute === endMinute) return { kind: 'refused', reason: 'start-equals-end' };
  if (!/^[01]{7}$/.test(days) || !days.includes('1')) return { kind: 'refused', reason: 'no-days' };
  return { kind: 'hours', hours: { startMinute, endMinute, days: [...days].map((day) => day === '1') } };
}

/**
 * Compares wall-clock times, so daylight saving needs no special rule: a skipped hour is never quiet and a repeated hour is
 * quiet twice.
 */
export function inQuietHours({
  hours: { startMinute, endMinute, days },
  nowMs,
  timeZone,
}: {
  hours: QuietHours;
  nowMs: number;
  timeZone: string;
}): boolean {
  const minute = localMinuteOfDay(nowMs, timeZone);
  const today = localWeekday(nowMs, timeZone);
  const yesterday = (today + 6) % 7;
  if (startMinute < endMinute) return days[today] === true && minute >= startMinute && minute < endMinute;
  return (days[today] === true && minute >= startMinute) || (days[yesterday] === true && minute < endMinute);
}
