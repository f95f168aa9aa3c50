import { rtpTimeDelta } from '../rtp/rtp.ts';

/**
 * Assigns capture times to decoded pictures. A decoder of raw video numbers pictures in display order at an assumed
 * rate; the camera's timestamps are kept here in the same order.
 */
export class PictureClock {
  readonly #clockRate: number;
  /** Times since the first picture that were not requested yet, earliest first. */
  #times: number[] = [];
  #dropped = 0;
  #firstRtpTime: number | undefined;
  /** Offset from a picture's time to wall clock time; the smallest delay is the best estimate. */
  #offsetMs = Number.POSITIVE_INFINITY;
  #latestMs = 0;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  note(rtpTime: number, arrivedMs: number): void {
    this.#firstRtpTime ??= rtpTime;
    const ms = (rtpTimeDelta(rtpTime, this.#firstRtpTime) * 1000) / this.#clockRate;
    this.#offsetMs = Math.min(this.#offsetMs, arrivedMs - ms);
    this.#latestMs = Math.max(this.#latestMs, ms);
    let at = this.#times.length;
    while (at > 0 && (this.#times[at - 1] ?? 0) > ms) at -= 1;
    this.#times.splice(at, 0, ms);
  }

  /** Capture time of the n-th picture by our clock; extrapolated if the decoder counts beyond the pictures received. */
  capturedMs(index: number): number {
    const at = Math.max(0, index - this.#dropped);
    const ms = this.#times[at] ?? this.#latestMs;
    this.#times.splice(0, at);
    this.#dropped += at;
    return ms + this.#offsetMs;
  }

  /** Frame rate of the pictures received so far; undefined while there are too few. */
  get fps(): number | undefined {
    const [first] = this.#times;
    const last = this.#times.at(-1);
    if (first === undefined || last === undefined || this.#times.length < 3 || last <= first) return undefined;
    return ((this.#times.length - 1) * 1000) / (last - first);
  }
}
