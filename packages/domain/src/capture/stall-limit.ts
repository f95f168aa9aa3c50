/** How often a camera sends a picture that a file can begin with. */
export interface KeyframeRhythm {
  /** Since the last one. */
  ageMs: number;
  /** Between the last two; undefined before there were two. */
  gapMs: number | undefined;
}

/** What is not cut for longer than this lies in the memory of its writer for too long. */
export const LONGEST_SEGMENT_MS = 300_000;

/**
 * How long a recording may be without a finished segment before it is taken for stuck. A file ends at a keyframe, so a
 * camera that sends them seldom gets three times its own rhythm: ending its recording sooner would gain nothing, and would
 * write the same pictures again. While the rhythm is not known yet, the time since its first keyframe stands for it; later
 * it does not, or keyframes that stop would be waited for with all pictures in the memory of their writer. A camera that
 * never sent one is given no extra time.
 */
export function stallLimitMs(stallMs: number, keyframes: KeyframeRhythm | undefined): number {
  if (keyframes === undefined) return stallMs;
  const { ageMs, gapMs } = keyframes;
  const expectedMs = gapMs === undefined ? 2 * ageMs : 3 * gapMs;
  return Math.max(stallMs, Math.min(expectedMs, LONGEST_SEGMENT_MS));
}
