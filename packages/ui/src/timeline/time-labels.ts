import type { TimeLabels } from './paint-ruler.ts';

const MAX_KEPT = 4_000;

/** Times in a locale and a zone. Cached, because the ruler formats the same ones sixty times a second. */
export function createTimeLabels(locale: string, timeZone: string): TimeLabels {
  const write = (options: Intl.DateTimeFormatOptions, grainMs: number) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    const kept = new Map<number, string>();
    return (atMs: number): string => {
      const grain = Math.floor(atMs / grainMs);
      const known = kept.get(grain);
      if (known !== undefined) return known;
      if (kept.size >= MAX_KEPT) kept.clear();
      const text = format.format(grain * grainMs);
      kept.set(grain, text);
      return text;
    };
  };
  const minutes = write({ hour: '2-digit', minute: '2-digit' }, 60_000);
  const seconds = write({ hour: '2-digit', minute: '2-digit', second: '2-digit' }, 1_000);
  const day = write({ weekday: 'short', day: 'numeric' }, 900_000);
  const date = write({ weekday: 'short', day: 'numeric', month: 'short' }, 900_000);
  return { clock: (atMs, withSeconds) => (withSeconds ? seconds : minutes)(atMs), day, date };
}
