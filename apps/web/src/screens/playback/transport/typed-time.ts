import { addDays, startOfDay, type Zone } from '@holdfast/ui';

interface TypedTimeFacts {
  zone: Zone;
  /** The displayed moment: a time without a date is on its day. */
  shownMs: number;
  nowMs: number;
}

const TIME = /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2}))?)?\s*([ap])?\.?m?\.?$/i;
const DATES: readonly [RegExp, (parts: string[]) => { year: number | undefined; month: number; day: number }][] = [
  [
    /^(\d{4})-(\d{1,2})-(\d{1,2})[T\s,]+/,
    ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?[\s,]+/,
    ([day, month, year]) => ({ year: year ? Number(year) : undefined, month: Number(month), day: Number(day) }),
  ],
];

/**
 * Parses a typed time, such as 14:30, 2:30:15 pm, 17.11. 14:30 or 2026-11-17 14:30; undefined if it is invalid. A time
 * later today means the day before.
 */
export function typedTime(text: string, { zone, shownMs, nowMs }: TypedTimeFacts): number | undefined {
  const typed = text.trim();
  const date = DATES.flatMap(([pattern, read]) => {
    const found = pattern.exec(typed);
    return found ? [{ ...read(found.slice(1)), rest: typed.slice(found[0].length) }] : [];
  })[0];
  const sinceMidnightMs = timeOfDayMs(date?.rest ?? typed);
  if (sinceMidnightMs === undefined) return undefined;
  if (!date) {
    const dayMs = startOfDay(zone, shownMs);
    const atMs = atTimeOf(zone, dayMs, sinceMidnightMs);
    return atMs <= nowMs ? atMs : atTimeOf(zone, addDays(zone, dayMs, -1), sinceMidnightMs);
  }
  const year = date.year ?? new Date(shownMs + zone.offsetMs(shownMs)).getUTCFullYear();
  const localMs = Date.UTC(year, date.month - 1, date.day);
  const isDate = new Date(localMs).getUTCMonth() === date.month - 1 && new Date(localMs).getUTCDate() === date.day;
  if (!isDate) return undefined;
  const atMs = zone.momentOf(localMs + sinceMidnightMs);
  return atMs <= nowMs ? atMs : undefined;
}

function timeOfDayMs(text: string): number | undefined {
  const [, hours, minutes, seconds, half] = TIME.exec(text.trim()) ?? [];
  // A bare number is too ambiguous.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const isTwelve = half !== undefined;
  const hour = isTwelve ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || (isTwelve && (Number(hours) < 1 || Number(hours) > 12)))
    return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

const atTimeOf = (zone: Zone, dayMs: number, sinceMidnightMs: number): number =>
  zone.momentOf(dayMs + zone.offsetMs(dayMs) + sinceMidnightMs);
