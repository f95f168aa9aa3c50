export interface Bar {
  startMs: number;
  endMs: number;
  reads: number;
}

const HOUR_MS = 3_600_000;
/** Up to here bars are hours, beyond that days. */
const MAX_HOUR_BARS = 49;
const MAX_BUCKETS = 4096;

/** Whole hours around a range, and how many parts to ask for: local days are made of hours, in any time zone of whole hours. */
export function chartRequest({ startMs, endMs }: { startMs: number; endMs: number }): {
  startMs: number;
  endMs: number;
  buckets: number;
} {
  const start = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const end = Math.max(start + HOUR_MS, Math.ceil(endMs / HOUR_MS) * HOUR_MS);
  return { startMs: start, endMs: end, buckets: Math.min(MAX_BUCKETS, (end - start) / HOUR_MS) };
}

/** The start of the next hour or local day. */
export function nextBar(ms: number, step: 'hour' | 'day'): number {
  if (step === 'hour') return (Math.floor(ms / HOUR_MS) + 1) * HOUR_MS;
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime();
}

export const stepOf = ({ startMs, endMs }: { startMs: number; endMs: number }): 'hour' | 'day' =>
  (endMs - startMs) / HOUR_MS <= MAX_HOUR_BARS ? 'hour' : 'day';

/** Bars of equal steps over the whole range; those without reads included. */
export function barsOf(
  range: { startMs: number; endMs: number },
  buckets: readonly { start: string; reads: number }[],
): Bar[] {
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
