/**
 * When the pictures of a live stream were taken. Media times are exact relative to each other but have no date, and a
 * picture can be late but never early: the fastest arrival so far gives the offset between media time and real time.
 */
export interface PictureClock {
  /** Ticks minus media time, for a picture that was not delayed. */
  offsetMs: number;
  arrivedAtTickMs: number;
}

export interface Arrival {
  /** Monotonic clock, such as `performance.now()`. */
  tickMs: number;
  /** End of the received media. */
  mediaEndS: number;
}

/** Tolerated clock drift of a camera before its pictures count as late: 1 ms per second. */
const DRIFT = 0.001;

export function advancePictureClock(clock: PictureClock | undefined, { tickMs, mediaEndS }: Arrival): PictureClock {
  const offsetMs = tickMs - mediaEndS * 1000;
  if (!clock) return { offsetMs, arrivedAtTickMs: tickMs };
  const drifted = clock.offsetMs + (tickMs - clock.arrivedAtTickMs) * DRIFT;
  return { offsetMs: Math.min(offsetMs, drifted), arrivedAtTickMs: tickMs };
}

/** Age of the picture at a media time. */
export const pictureAgeMs = (clock: PictureClock, { mediaS, tickMs }: { mediaS: number; tickMs: number }): number =>
  Math.max(0, tickMs - (mediaS * 1000 + clock.offsetMs));
