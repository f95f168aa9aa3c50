import type { Span } from '../timeline/lane.ts';

/** A range that has only one end yet is this long. */
const FIRST_LENGTH_MS = 30_000;

interface MarkFacts {
  edge: 'start' | 'end';
  atMs: number;
  nowMs: number;
}

/** One end of a range is set to a moment. The other stays where it is, unless the two would change places. */
export function markRange(range: Span | undefined, { edge, atMs, nowMs }: MarkFacts): Span {
  if (edge === 'end')
    return { startMs: range && range.startMs < atMs ? range.startMs : atMs - FIRST_LENGTH_MS, endMs: atMs };
  const endMs = range && range.endMs > atMs ? range.endMs : Math.min(nowMs, atMs + FIRST_LENGTH_MS);
  // Right at the present there is nothing after it to mark.
  return endMs > atMs ? { startMs: atMs, endMs } : { startMs: atMs - FIRST_LENGTH_MS, endMs: atMs };
}
