export type PictureFlow = 'flowing' | 'quiet' | 'stalled';

/** A camera that sends a frame every ten seconds is not quiet after five. */
const USUAL_GAPS = 3;

/**
 * Classifies a stream by the arrival of its frames. Quiet is reported and tolerated; a stalled stream is reconnected.
 * Call it about once a second; the limits grow with the longest recent interval.
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
    // A stream without a first frame is reported as connecting.
    return lastMs !== undefined && gapMs >= Math.max(quietMs, USUAL_GAPS * usualGapMs) ? 'quiet' : 'flowing';
  };
}
