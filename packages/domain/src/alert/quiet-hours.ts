import { localMinuteOfDay } from '../time/local-clock.ts';

/** Minutes of the local day; the start is inclusive, the end exclusive. A start after the end wraps midnight. */
export type QuietHours = { startMinute: number; endMinute: number };

export type ParsedQuietHours =
  | { kind: 'none' }
  | { kind: 'hours'; hours: QuietHours }
  | { kind: 'refused'; reason: 'not-a-time' | 'one-end-missing' | 'start-equals-end' };

function minuteOfDay(text: string): number | undefined {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

/** Both `HH:MM` or both null. Equal times are refused: they could mean never as well as always. */
export function parseQuietHours({ start, end }: { start: string | null; end: string | null }): ParsedQuietHours {
  if (start === null && end === null) return { kind: 'none' };
  if (start === null || end === null) return { kind: 'refused', reason: 'one-end-missing' };
  const startMinute = minuteOfDay(start);
  const endMinute = minuteOfDay(end);
  if (startMinute === undefined || endMinute === undefined) return { kind: 'refused', reason: 'not-a-time' };
  if (startMinute === endMinute) return { kind: 'refused', reason: 'start-equals-end' };
  return { kind: 'hours', hours: { startMinute, endMinute } };
}

/**
 * Compares wall-clock times, so daylight saving needs no special rule: a skipped hour is never quiet and a repeated hour is
 * quiet twice.
 */
export function inQuietHours({
  hours: { startMinute, endMinute },
  nowMs,
  timeZone,
}: {
  hours: QuietHours;
  nowMs: number;
  timeZone: string;
}): boolean {
  const minute = localMinuteOfDay(nowMs, timeZone);
  if (startMinute < endMinute) return minute >= startMinute && minute < endMinute;
  return minute >= startMinute || minute < endMinute;
}
