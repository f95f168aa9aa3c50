import { type Interval, mergeIntervals, subtractIntervals } from '../time/interval.ts';

/** A segment covers only its media duration: a stall after it is a gap, not footage. */
export interface SegmentSpan {
  startMs: number;
  durationMs: number;
}

export interface Coverage {
  runs: Interval[];
  gaps: Interval[];
}

/** Starts have the resolution of the clock's second or the file's creation, so consecutive segments may seem this far apart. */
export const BORDER_TOLERANCE_MS = 1000;

export const spanOf = ({ startMs, durationMs }: SegmentSpan): Interval => ({
  startMs,
  endMs: startMs + Math.max(0, durationMs),
});

/** Partitions a window into the runs that segments cover and the gaps between them. */
export function coverage(
  segments: readonly SegmentSpan[],
  { window, toleranceMs = BORDER_TOLERANCE_MS }: { window: Interval; toleranceMs?: number },
): Coverage {
  const merged = mergeIntervals(segments.map(spanOf), { toleranceMs });
  const gaps = subtractIntervals([window], merged);
  return { runs: subtractIntervals([window], gaps), gaps };
}
