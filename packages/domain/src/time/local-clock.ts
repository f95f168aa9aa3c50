type ClockPart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'timeZoneName';

// Creating a formatter costs a hundred times more than using it, and a server uses one or two zones.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function localParts(tsMs: number, timeZone: string): (part: ClockPart) => string {
  const parts = clockOf(timeZone).formatToParts(tsMs);
  return (wanted) => parts.find(({ type }) => type === wanted)?.value ?? '';
}

/** Minutes since midnight in the zone (an IANA name, checked at start-up). */
export function localMinuteOfDay(tsMs: number, timeZone: string): number {
  const part = localParts(tsMs, timeZone);
  return Number(part('hour')) * 60 + Number(part('minute'));
}

/** 0 is Monday. */
export function localWeekday(tsMs: number, timeZone: string): number {
  const part = localParts(tsMs, timeZone);
  const sundayFirst = new Date(
    Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day'))),
  ).getUTCDay();
  return (sundayFirst + 6) % 7;
}

/** `2026-11-15 02:02:03`, local time in the zone. */
export function localTimeText(tsMs: number, timeZone: string): string {
  const part = localParts(tsMs, timeZone);
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** `2026-11-15 02:02:03 +01:00`: the offset distinguishes the repeated hour. */
export function localTimeWithOffset(tsMs: number, timeZone: string): string {
  const offset = localParts(tsMs, timeZone)('timeZoneName').replace('GMT', '');
  return `${localTimeText(tsMs, timeZone)} ${offset === '' ? '+00:00' : offset}`;
}

/** How far the zone's clocks are ahead of UTC, in whole seconds. */
export function localOffsetMs(tsMs: number, timeZone: string): number {
  const part = localParts(tsMs, timeZone);
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (name) => Number(part(name)),
  ) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(tsMs / 1000) * 1000;
}
