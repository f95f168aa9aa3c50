import { numberFormat } from './formatters.ts';

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

export interface Format {
  number(value: number): string;
  percent(fraction: number): string;
  /** Decimal units, as disks are sold. */
  bytes(bytes: number): string;
  /** In days where it is a whole number of days. */
  hours(hours: number): string;
  /** Date and time with the zone. */
  moment(iso: string): string;
  /** A range, with common parts written once. */
  range(startIso: string, endIso: string): string;
  /** In Mbit/s, as in camera settings. */
  bitrate(bitsPerSecond: number): string;
  /** An estimated duration: days with one decimal, hours below two days. */
  about(hours: number): string;
  /** A measured duration: seconds below two minutes, otherwise like `about`. */
  duration(ms: number): string;
  day(iso: string): string;
  clock(epochMs: number): string;
  /** Date and time to the second with the zone, so that the order of close events is visible. */
  exact(iso: string): string;
  /** To the second, with date and zone. */
  instant(epochMs: number): string;
  /** A time next to another one: with its date only if they are on different days. */
  near(epochMs: number, otherMs: number): string;
  /** Day and minute, without year and zone, for the ends of an axis. */
  brief(epochMs: number): string;
  /** With its offset or abbreviation at a moment, by default now: it changes with the clocks. */
  zone(atMs?: number): string;
}

/** The zone of a range belongs to both of its times; it stays twice where the clocks change in between. */
function withZoneOnce(parts: readonly Intl.DateTimeRangeFormatPart[]): string {
  const zones = parts.filter(({ type }) => type === 'timeZoneName');
  const [begin, end] = zones;
  const first = begin && zones.length === 2 && begin.value === end?.value ? parts.indexOf(begin) : -1;
  // With the space before it.
  return parts
    .filter((_, index) => first < 0 || (index !== first && index !== first - 1))
    .map(({ value }) => value)
    .join('');
}

/** Locale-dependent formats. The zone is a parameter for tests. */
export function createFormat(locale: string, timeZone: string): Format {
  const unit = (name: string, digits = 0) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits });
  const long = (name: string) => numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
  const time = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const momentFormat = time({ ...DAY, ...MINUTE, timeZoneName: 'short' });
  const exactFormat = time({ ...DAY, ...SECOND, timeZoneName: 'short' });
  const roughly = (name: string, digits: number) =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: digits });
  const dayFormat = time(DAY);
  const clockFormat = time(SECOND);
  const instantFormat = time({ weekday: 'short', ...DAY, ...SECOND, timeZoneName: 'short' });
  const nearFormat = time({ month: 'short', day: 'numeric', ...MINUTE });
  const zoneFormat = time({ timeZoneName: 'short' });
  const about = (hours: number) => {
    if (hours < 1) return roughly('minute', 0).format(hours * 60);
    if (hours < 48) return roughly('hour', hours < 10 ? 1 : 0).format(hours);
    return roughly('day', hours < 2400 ? 1 : 0).format(hours / 24);
  };
  return {
    number: (value) => numberFormat(locale).format(value),
    percent: (fraction) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(fraction),
    bytes: (bytes) => {
      const step = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
      const value = bytes / 1000 ** step;
      // The short form of bytes has no plural in English.
      if (step === 0) return long('byte').format(value);
      return unit(byteUnits[step] ?? 'byte', value < 10 ? 1 : 0).format(value);
    },
    hours: (hours) => (hours % 24 === 0 ? long('day').format(hours / 24) : long('hour').format(hours)),
    range: (startIso, endIso) => withZoneOnce(exactFormat.formatRangeToParts(new Date(startIso), new Date(endIso))),
    bitrate: (bitsPerSecond) => {
      const megabits = bitsPerSecond / 1_000_000;
      const digits = megabits < 1 ? 2 : 1;
      return `${numberFormat(locale, { maximumFractionDigits: digits }).format(megabits)} Mbit/s`;
    },
    about,
    duration: (ms) => (ms < 120_000 ? roughly('second', 0).format(ms / 1000) : about(ms / 3_600_000)),
    moment: (iso) => momentFormat.format(new Date(iso)),
    day: (iso) => dayFormat.format(new Date(iso)),
    exact: (iso) => exactFormat.format(new Date(iso)),
    clock: (epochMs) => clockFormat.format(epochMs),
    instant: (epochMs) => instantFormat.format(epochMs),
    near: (epochMs, otherMs) =>
      (dayFormat.format(epochMs) === dayFormat.format(otherMs) ? clockFormat : nearFormat).format(epochMs),
    brief: (epochMs) => nearFormat.format(epochMs),
    zone: (atMs = Date.now()) => {
      const short = zoneFormat.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
      return short === timeZone ? timeZone : `${timeZone} (${short})`;
    },
  };
}
