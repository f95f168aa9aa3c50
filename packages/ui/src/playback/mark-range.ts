import type { Span } from '../timeline/lane.ts';

/** Length of a range with only one end set. */
const FIRST_LENGTH_MS = 30_000;

interface MarkFacts {
  edge: 'start' | 'end';
  atMs: number;
  nowMs: number;
}

/** Sets one end of a range. The other stays, unless the two would change places. */
export function markRange(range: Span | undefined, { edge, atMs, nowMs }: MarkFacts): Span {
  if (edge === 'end')
    return { startMs: range && range.startMs < atMs ? range.startMs : atMs - FIRST_LENGTH_MS, endMs: atMs };
  const endMs = range && range.endMs > atMs ? range.endMs : Math.min(nowMs, atMs + FIRST_LENGTH_MS);
  // At the present there is nothing after it to mark.
  return endMs > atMs ? { startMs: atMs, endMs } : { startMs: atMs - FIRST_LENGTH_MS, endMs: atMs };
}
