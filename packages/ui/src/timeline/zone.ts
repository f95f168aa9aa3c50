/** Conversion between moments and the local times of a zone. */
export interface Zone {
  name: string;
  /** Local time minus UTC. */
  offsetMs(atMs: number): number;
  /** The moment of a local time, given as if it were UTC; a skipped local time maps to the moment of the clock change. */
  momentOf(localMs: number): number;
}

export const DAY_MS = 86_400_000;
/** Clocks change on quarter hours everywhere, so an offset is valid for its whole quarter. */
const QUARTER_MS = 900_000;
const MAX_KEPT = 20_000;

export function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const kept = new Map<number, number>();

  const ask = (atMs: number): number => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(atMs)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
  };

  const offsetMs = (atMs: number): number => {
    const quarter = Math.floor(atMs / QUARTER_MS);
    const known = kept.get(quarter);
    if (known !== undefined) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const offset = ask(quarter * QUARTER_MS);
    kept.set(quarter, offset);
    return offset;
  };

  return {
    name,
    offsetMs,
    momentOf: (localMs) => {
      const early = localMs - offsetMs(localMs - DAY_MS);
      if (early + offsetMs(early) === localMs) return early;
      const late = localMs - offsetMs(localMs + DAY_MS);
      if (late + offsetMs(late) === localMs) return late;
      return Math.max(early, late);
    },
  };
}

/** The local midnight before a moment. */
export function startOfDay(zone: Zone, atMs: number): number {
  const localMs = atMs + zone.offsetMs(atMs);
  return zone.momentOf(Math.floor(localMs / DAY_MS) * DAY_MS);
}

/** The local midnight a number of days later, also across clock changes. */
export function addDays(zone: Zone, dayStartMs: number, days: number): number {
  const localMs = dayStartMs + zone.offsetMs(dayStartMs);
  return zone.momentOf(Math.floor(localMs / DAY_MS) * DAY_MS + days * DAY_MS);
}
