export interface Bar {
  startMs: number;
  endMs: number;
  reads: number;
}

const HOUR_MS = 3_600_000;
const MINUTES_MS = 5 * 60_000;
/** Up to here bars are a few minutes. */
const MAX_HOURS_OF_MINUTES = 6;
/** Up to here bars are hours, beyond that days. */
const MAX_HOUR_BARS = 49;
const MAX_BUCKETS = 4096;

type BarStep = 'minutes' | 'hour' | 'day';

interface Range {
  startMs: number;
  endMs: number;
}

/** Whole hours around a range, and how many parts to ask for: local days are made of hours, in any time zone of whole hours. */
export function chartRequest({ startMs, endMs }: Range): Range & { buckets: number } {
  const start = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const end = Math.max(start + HOUR_MS, Math.ceil(endMs / HOUR_MS) * HOUR_MS);
  const partMs = stepOf({ startMs: start, endMs: end }) === 'minutes' ? MINUTES_MS : HOUR_MS;
  return { startMs: start, endMs: end, buckets: Math.min(MAX_BUCKETS, (end - start) / partMs) };
}

/** From the first read to the last, at least an hour; the whole range if there are none. */
export function fittedRange(range: Range, buckets: readonly { start: string; reads: number }[]): Range {
  const filled = buckets.flatMap(({ start, reads }) => (reads > 0 ? [Date.parse(start)] : []));
  if (filled.length === 0) return range;
  const [first, last] = [Math.min(...filled), Math.max(...filled)];
  // Parts are at least an hour long while the whole range is counted.
  const startMs = Math.max(range.startMs, Math.floor(first / HOUR_MS) * HOUR_MS);
  const partMs = Math.max(HOUR_MS, (range.endMs - range.startMs) / MAX_BUCKETS);
  return { startMs, endMs: Math.min(range.endMs, Math.ceil((last + partMs) / HOUR_MS) * HOUR_MS) };
}

/** The start of the next few minutes, hour or local day. */
function nextBar(ms: number, step: BarStep): number {
  if (step === 'minutes') return (Math.floor(ms / MINUTES_MS) + 1) * MINUTES_MS;
  if (step === 'hour') return (Math.floor(ms / HOUR_MS) + 1) * HOUR_MS;
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

export function stepOf({ startMs, endMs }: Range): BarStep {
  const hours = (endMs - startMs) / HOUR_MS;
  if (hours <= MAX_HOURS_OF_MINUTES) return 'minutes';
  return hours <= MAX_HOUR_BARS ? 'hour' : 'day';
}

/** Bars of equal steps over the whole range; those without reads included. */
export function barsOf(range: Range, buckets: readonly { start: string; reads: number }[]): Bar[] {
  const step = stepOf(range);
  const bars: Bar[] = [];
  for (let at = range.startMs; at < range.endMs; ) {
    const endMs = Math.min(range.endMs, nextBar(at, step));
    bars.push({ startMs: at, endMs, reads: 0 });
    at = endMs;
  }
  let current = 0;
  for (const { start, reads } of buckets) {
    const at = Date.parse(start);
    while (current < bars.length - 1 && at >= (bars[current]?.endMs ?? 0)) current += 1;
    const bar = bars[current];
    if (bar) bar.reads += reads;
  }
  return bars;
}
