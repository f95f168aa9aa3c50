/**
 * When the pictures of a live stream were taken. Media times are exact relative to each other but have no date, and a
 * picture can be late but never early: the fastest arrival so far tells how media time relates to real time.
 */
export interface PictureClock {
  /** Ticks minus media time, for a picture that was not delayed. */
  offsetMs: number;
  arrivedAtTickMs: number;
}

export interface Arrival {
  /** A clock that nobody sets, such as `performance.now()`. */
  tickMs: number;
  /** Where the received media ends. */
  mediaEndS: number;
}

/** A camera's clock may run this much slower than ours without its pictures looking late: 1 ms per second. */
const DRIFT = 0.001;

export function afterArrival(clock: PictureClock | undefined, { tickMs, mediaEndS }: Arrival): PictureClock {
  const offsetMs = tickMs - mediaEndS * 1000;
  if (!clock) return { offsetMs, arrivedAtTickMs: tickMs };
  const drifted = clock.offsetMs + (tickMs - clock.arrivedAtTickMs) * DRIFT;
  return { offsetMs: Math.min(offsetMs, drifted), arrivedAtTickMs: tickMs };
}

/** How old the picture at a media time is by now. */
export const pictureAgeMs = (clock: PictureClock, { mediaS, tickMs }: { mediaS: number; tickMs: number }): number =>
  Math.max(0, tickMs - (mediaS * 1000 + clock.offsetMs));
