/** When a segment was created, and the second in its name. */
export interface SegmentStart {
  bornMs: number;
  startMs: number;
}

/**
 * The second in the name of a new segment: that of its creation, unless the previous segment already has it. Two are created
 * within a second when a recording starts just before a cut; the later one takes the next second, or its name would be in use.
 * A creation before the last one means that the clock was set back: then the names of that time are in use, and existing
 * footage wins.
 */
export function nextStart(bornMs: number, before: SegmentStart | undefined): SegmentStart {
  const ownMs = Math.floor(bornMs / 1000) * 1000;
  if (before === undefined || bornMs < before.bornMs) return { bornMs, startMs: ownMs };
  return { bornMs, startMs: Math.max(ownMs, before.startMs + 1000) };
}
