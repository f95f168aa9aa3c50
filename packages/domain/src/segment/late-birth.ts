/** When a file came into being, and where in its run's own time its first picture lies. */
export interface SegmentBirth {
  bornMs: number;
  mediaMs: number;
}

/** Less is the jitter of any border, and births agree with the clock's borders. */
const ON_TIME_MS = 250;
/** More is no delay: the clock was set forward. */
const MOST_LATE_MS = 2_000;
/**
 * How much of a delay is believed: one that stays is followed within a few segments, one that passes moves a border by a
 * second at most, and a camera whose time runs slow settles down before its delay is taken for a clock that was set.
 */
const BELIEVED = 1 / 2;

/**
 * When a segment begins. Its file is born when its first picture arrives, and a network that holds pictures back for a
 * second or two would move the border by as much: a hole that never was, and moments that are off. The run's own time
 * tells such a delay from pictures that are really missing.
 */
export function birthOnTime({ bornMs, mediaMs }: SegmentBirth, before: SegmentBirth | undefined): number {
  if (before === undefined) return bornMs;
  const expectedMs = before.bornMs + (mediaMs - before.mediaMs);
  const lateMs = bornMs - expectedMs;
  const isHeldUp = mediaMs > before.mediaMs && lateMs > ON_TIME_MS && lateMs <= MOST_LATE_MS;
  return isHeldUp ? Math.floor(expectedMs + lateMs * BELIEVED) : bornMs;
}
