export type PictureFlow = 'flowing' | 'quiet' | 'stalled';

/** A camera that sends a picture every ten seconds is not quiet after five. */
const USUAL_GAPS = 3;

/**
 * Judges by the arrival of its pictures whether a stream still comes. Quiet is shown and waited out; a stalled camera is asked
 * anew. Asked about once a second; the patience follows the longest of the latest gaps.
 */
export function createPictureWatch({
  quietMs,
  stallMs,
  startedMs,
}: {
  quietMs: number;
  stallMs: number;
  startedMs: number;
}) {
  let lastMs: number | undefined;
  let usualGapMs = 0;
  return (nowMs: number, lastPictureMs: number | undefined): PictureFlow => {
    if (lastPictureMs !== undefined && lastPictureMs !== lastMs) {
      if (lastMs !== undefined) usualGapMs = Math.max(lastPictureMs - lastMs, usualGapMs / 2);
      lastMs = lastPictureMs;
    }
    const gapMs = nowMs - (lastMs ?? startedMs);
    if (gapMs >= stallMs) return 'stalled';
    // Before the first picture a stream is connecting, and shown so.
    return lastMs !== undefined && gapMs >= Math.max(quietMs, USUAL_GAPS * usualGapMs) ? 'quiet' : 'flowing';
  };
}
