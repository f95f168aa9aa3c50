import { rtpTimeDelta } from '../rtp/rtp.ts';

/**
 * Knows when each picture was taken. A decoder of video without a container numbers pictures by a made-up rate in the
 * order they are shown; the times that the camera gave them are kept here, by the same order.
 */
export class PictureClock {
  readonly #clockRate: number;
  /** Times since the first picture, of those that were not asked for yet, the earliest first. */
  #times: number[] = [];
  #dropped = 0;
  #firstRtpTime: number | undefined;
  /** What to add to a picture's time to get the wall's; the smallest delay is the best guess. */
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

  /** When the n-th picture was taken, on our clock; later than all that came where the decoder counts beyond them. */
  capturedMs(index: number): number {
    const at = Math.max(0, index - this.#dropped);
    const ms = this.#times[at] ?? this.#latestMs;
    this.#times.splice(0, at);
    this.#dropped += at;
    return ms + this.#offsetMs;
  }

  /** Pictures a second, from those that came so far; undefined while there are too few. */
  get fps(): number | undefined {
    const [first] = this.#times;
    const last = this.#times.at(-1);
    if (first === undefined || last === undefined || this.#times.length < 3 || last <= first) return undefined;
    return ((this.#times.length - 1) * 1000) / (last - first);
  }
}
