export interface FrameClock {
  /**
   * Converts the timestamp of a frame to our clock. `lagMs`: its delay beyond that of the least delayed recent frame.
   */
  place(frame: { timestampMs: number; arrivedMs: number }): { capturedMs: number; lagMs: number };
}

/** Long enough to contain a moment without delay, short enough to follow a camera whose clock drifts. */
const WINDOW_MS = 60_000;
/**
 * A timestamp that advances by this much more than our clock means that the camera set its clock; drift and lag are
 * smaller.
 */
const JUMP_MS = 10_000;

/**
 * The delay between a timestamp and its arrival varies with load; the smallest delay of the last one to two windows is
 * taken as the moment of capture.
 */
export function createFrameClock(): FrameClock {
  let current = { startedMs: 0, leastOffsetMs: Number.POSITIVE_INFINITY };
  let previousLeastMs = Number.POSITIVE_INFINITY;
  let last: { timestampMs: number; arrivedMs: number } | undefined;

  const restart = (arrivedMs: number) => {
    current = { startedMs: arrivedMs, leastOffsetMs: Number.POSITIVE_INFINITY };
    previousLeastMs = Number.POSITIVE_INFINITY;
  };

  return {
    place({ timestampMs, arrivedMs }) {
      const advancedMs = timestampMs - (last?.timestampMs ?? timestampMs);
      const waitedMs = arrivedMs - (last?.arrivedMs ?? arrivedMs);
      // The camera has set its clock if a timestamp goes back, or advances far more than our clock did. Frames that
      // catch up after a delay advance faster too, but at most by their previous lag.
      const lagBeforeMs = last
        ? last.arrivedMs - last.timestampMs - Math.min(current.leastOffsetMs, previousLeastMs)
        : 0;
      if (!last || advancedMs < 0 || advancedMs - waitedMs > lagBeforeMs + JUMP_MS) restart(arrivedMs);
      last = { timestampMs, arrivedMs };
      if (arrivedMs - current.startedMs > WINDOW_MS) {
        previousLeastMs = current.leastOffsetMs;
        current = { startedMs: arrivedMs, leastOffsetMs: Number.POSITIVE_INFINITY };
      }
      const offsetMs = arrivedMs - timestampMs;
      current.leastOffsetMs = Math.min(current.leastOffsetMs, offsetMs);
      const leastMs = Math.min(current.leastOffsetMs, previousLeastMs);
      return { capturedMs: timestampMs + leastMs, lagMs: offsetMs - leastMs };
    },
  };
}
