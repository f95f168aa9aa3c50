/** When a segment starts, as precisely as is known when its file is created, and the second in its name. */
export interface SegmentStart {
  preciseStartMs: number;
  startMs: number;
}

/**
 * The second in the name of a new segment: that of its start, unless the previous segment already has it. Two start within a
 * second when a recording starts just before a cut; the later one takes the next second, or its name would be in use. A start
 * before the last one means that the clock was set back: then the names of that time are in use, and existing footage wins.
 */
export function nextStart(preciseStartMs: number, before: SegmentStart | undefined): SegmentStart {
  const ownMs = Math.floor(preciseStartMs / 1000) * 1000;
  if (before === undefined || preciseStartMs < before.preciseStartMs) return { preciseStartMs, startMs: ownMs };
  return { preciseStartMs, startMs: Math.max(ownMs, before.startMs + 1000) };
}
