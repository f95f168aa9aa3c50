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
 * camera that sends them seldom gets twice its own rhythm: ending its recording sooner would gain nothing, and would write
 * the same pictures again. A camera that never sent one is given no extra time.
 */
export function stallLimitMs(stallMs: number, keyframes: KeyframeRhythm | undefined): number {
  if (keyframes === undefined) return stallMs;
  const rhythmMs = Math.max(keyframes.ageMs, keyframes.gapMs ?? 0);
  return Math.max(stallMs, Math.min(2 * rhythmMs, LONGEST_SEGMENT_MS));
}
