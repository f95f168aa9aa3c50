export type PictureFlow = 'starting' | 'flowing' | 'quiet' | 'stalled';

/** A camera that sends a frame every ten seconds is not quiet after five. */
const USUAL_GAPS = 3;
/** Frames that arrive together may be old ones, repeated to every new connection; a flow is spread over time. */
const STEADY_MS = 900;

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
  let firstMs: number | undefined;
  let lastMs: number | undefined;
  let usualGapMs = 0;
  return (nowMs: number, lastPictureMs: number | undefined): PictureFlow => {
    if (lastPictureMs !== undefined && lastPictureMs !== lastMs) {
      if (lastMs !== undefined) usualGapMs = Math.max(lastPictureMs - lastMs, usualGapMs / 2);
      lastMs = lastPictureMs;
      firstMs ??= lastPictureMs;
    }
    const gapMs = nowMs - (lastMs ?? startedMs);
    if (gapMs >= stallMs) return 'stalled';
    // A stream without a first frame is reported as connecting.
    if (lastMs === undefined || firstMs === undefined) return 'starting';
    if (gapMs >= Math.max(quietMs, USUAL_GAPS * usualGapMs)) return 'quiet';
    return lastMs - firstMs >= STEADY_MS ? 'flowing' : 'starting';
  };
}
