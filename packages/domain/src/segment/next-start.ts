/** When a segment was born, and the second it goes by. */
export interface SegmentStart {
  bornMs: number;
  startMs: number;
}

/**
 * The second a new segment goes by: that of its birth, unless the segment before it already has it. Two are born within a
 * second when a recording starts just before a cut; the later one takes the next second, or its name would be in use. A
 * birth before the last one means that the clock was set back: then the names of that time are rightly in use, and
 * existing footage wins.
 */
export function nextStart(bornMs: number, before: SegmentStart | undefined): SegmentStart {
  const ownMs = Math.floor(bornMs / 1000) * 1000;
  if (before === undefined || bornMs < before.bornMs) return { bornMs, startMs: ownMs };
  return { bornMs, startMs: Math.max(ownMs, before.startMs + 1000) };
}
