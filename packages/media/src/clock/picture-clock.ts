import { rtpTimeDelta } from '../rtp/rtp.ts';

export const TICKS_PER_SECOND = 90_000;
const TICKS_PER_MS = TICKS_PER_SECOND / 1000;

/** A timestamp further ahead than the elapsed time, or further back than pictures can be reordered, is an outlier. */
const FAR_TICKS = 3 * TICKS_PER_SECOND;
/** This many outliers in a row mean that the camera's clock was set; the new time is followed. */
const STRAYS_OF_A_JUMP = 3;
/** This many equal timestamps in a row mean that the camera's clock is frozen. */
const FROZEN_AFTER = 3;
/** This many advancing timestamps, and the clock is trusted again. */
const MOVING_AFTER = 3;
/** This many advancing timestamps determine the frame interval. */
const INTERVAL_KNOWN_AFTER = 5;
/** The frame interval is averaged over about this many pictures. */
const INTERVAL_AVERAGED_OVER = 32;
/** This many arrivals determine the frame interval if no timestamp ever advanced. */
const MAX_GAPS = 255;
const MAX_INTERVAL = 10 * TICKS_PER_SECOND;
const FIRST_INTERVAL = TICKS_PER_SECOND / 25;
/** How fast the least delay may grow: a network that holds pictures up for a second does not count. */
const DELAY_GROWTH = 0.01;
/** A deviation from the arrival times is corrected within this time, slowly enough not to oscillate. */
const CORRECTED_IN = 4 * TICKS_PER_SECOND;
const MAX_CORRECTED = TICKS_PER_SECOND / 10;

export interface PictureClockCounts {
  /** Pictures whose own timestamp was not used. */
  strays: number;
  /** How often the camera set its clock while streaming. */
  jumps: number;
}

/**
 * Maps the RTP timestamps of a camera to one continuous line of 1/90000 s ticks, without wraps and jumps. The camera's
 * timestamps are used exactly wherever they make sense; while they are frozen, arrival times are used instead.
 */
export class PictureClock {
  readonly counts: PictureClockCounts = { strays: 0, jumps: 0 };
  /** One point on both lines: the newest timestamp that was accepted. */
  #anchor: { rtpTime: number; ticks: number } | undefined;
  /** The latest ticks that were given to a picture. */
  #newest = 0;
  #interval = FIRST_INTERVAL;
  #sinceMove = 0;
  #lastRtpTime = 0;
  #lastArrivedMs = 0;
  #strays = 0;
  #same = 0;
  #moving = 0;
  #frozen: FrozenClock | undefined;
  #moves = 0;
  #expectsJump = false;
  /** The delay of the least delayed pictures: from a picture's ticks to its arrival. */
  #leastDelay = Number.POSITIVE_INFINITY;

  /** The timestamps are frozen; arrival times are used. */
  get isFrozen(): boolean {
    return this.#frozen !== undefined;
  }

  /** The sender has restarted: its next timestamp may be anything. */
  restart(): void {
    this.#expectsJump = true;
  }

  /** Position of an RTP time of the same stream, for sound; undefined before the first picture. */
  ticksAt(rtpTime: number): number | undefined {
    if (this.#anchor === undefined) return undefined;
    return this.#anchor.ticks + rtpTimeDelta(rtpTime, this.#anchor.rtpTime);
  }

  /** In decoding order; `mayReorder`: pictures may be displayed in another order than they arrive in. */
  place(rtpTime: number, { arrivedMs, mayReorder }: { arrivedMs: number; mayReorder: boolean }): number {
    const passed = Math.max(0, (arrivedMs - this.#lastArrivedMs) * TICKS_PER_MS);
    const ticks = this.#placeAfter(passed, rtpTime, { arrivedMs, mayReorder });
    this.#leastDelay = Math.min(arrivedMs * TICKS_PER_MS - ticks, this.#leastDelay + passed * DELAY_GROWTH);
    return ticks;
  }

  #placeAfter(
    passed: number,
    rtpTime: number,
    { arrivedMs, mayReorder }: { arrivedMs: number; mayReorder: boolean },
  ): number {
    const moved = rtpTimeDelta(rtpTime, this.#lastRtpTime);
    this.#lastArrivedMs = arrivedMs;
    this.#lastRtpTime = rtpTime;
    if (this.#anchor === undefined) return this.#follow(rtpTime, 0);
    this.#sinceMove += 1;
    if (this.#expectsJump) {
      this.#expectsJump = false;
      return this.#jumpTo(rtpTime, Math.max(this.#interval, Math.min(passed, MAX_INTERVAL)));
    }
    this.#same = moved === 0 ? this.#same + 1 : 0;
    if (this.#frozen !== undefined) return this.#placeFrozen(rtpTime, moved, arrivedMs);
    if (this.#same >= FROZEN_AFTER) {
      const knowsInterval = this.#moves >= INTERVAL_KNOWN_AFTER;
      this.#frozen = {
        lastMs: arrivedMs - passed / TICKS_PER_MS,
        knowsInterval,
        gapsMs: [],
        delay: this.#leastDelay,
      };
      return this.#placeFrozen(rtpTime, moved, arrivedMs);
    }
    if (moved === 0) return this.#placeAfterNewest(this.#moves >= INTERVAL_KNOWN_AFTER ? this.#interval : passed);
    const own = this.#anchor.ticks + rtpTimeDelta(rtpTime, this.#anchor.rtpTime);
    const advance = own - this.#anchor.ticks;
    const maxAhead = passed + Math.max(FAR_TICKS, 3 * this.#interval);
    const maxBack = mayReorder ? FAR_TICKS : 0;
    if (advance > maxAhead || advance < -maxBack) return this.#placeStray(rtpTime, passed);
    this.#strays = 0;
    if (advance < 0) return own;
    return this.#follow(rtpTime, own);
  }

  #follow(rtpTime: number, own: number): number {
    const before = this.#anchor;
    if (before !== undefined) {
      const each = (own - before.ticks) / Math.max(1, this.#sinceMove);
      if (each > 0 && each <= MAX_INTERVAL)
        this.#interval += (each - this.#interval) / Math.min(INTERVAL_AVERAGED_OVER, this.#moves);
    }
    this.#sinceMove = 0;
    this.#moves += 1;
    this.#anchor = { rtpTime, ticks: own };
    // Pictures with equal timestamps were spread ahead of this one: it follows directly after them.
    this.#newest = before === undefined ? own : Math.max(own, this.#newest + 1);
    return this.#newest;
  }

  #placeAfterNewest(interval: number): number {
    this.#newest += Math.max(1, Math.round(interval));
    return this.#newest;
  }

  #placeStray(rtpTime: number, passed: number): number {
    this.#strays += 1;
    if (this.#strays >= STRAYS_OF_A_JUMP) {
      this.#strays = 0;
      // A network delays pictures by a second or two; a longer pause is one of the camera.
      return this.#jumpTo(rtpTime, passed > this.#interval + FAR_TICKS ? passed : this.#interval);
    }
    this.counts.strays += 1;
    return this.#placeAfterNewest(this.#interval);
  }

  #jumpTo(rtpTime: number, advance: number): number {
    this.counts.jumps += 1;
    const ticks = this.#placeAfterNewest(advance);
    this.#anchor = { rtpTime, ticks };
    this.#sinceMove = 0;
    return ticks;
  }

  /**
   * Evenly spaced, at the interval of the earlier pictures or of the arrivals, so that network delays do not show. The
   * interval is corrected slowly, so that the least delayed pictures stay as late as they were: the small error of an
   * interval adds up.
   */
  #placeFrozen(rtpTime: number, moved: number, arrivedMs: number): number {
    const frozen = this.#frozen as FrozenClock;
    this.#moving = moved > 0 && moved <= MAX_INTERVAL ? this.#moving + 1 : 0;
    if (!frozen.knowsInterval) {
      frozen.gapsMs.push(arrivedMs - frozen.lastMs);
      frozen.knowsInterval = frozen.gapsMs.length === MAX_GAPS;
      const middle = frozen.gapsMs.toSorted((a, b) => a - b)[frozen.gapsMs.length >> 1] ?? 0;
      if (middle > 0) this.#interval = Math.min(MAX_INTERVAL, middle * TICKS_PER_MS);
    }
    frozen.lastMs = arrivedMs;
    const late = Math.max(-MAX_CORRECTED, Math.min(MAX_CORRECTED, this.#leastDelay - frozen.delay));
    const share = this.#interval / CORRECTED_IN;
    const ticks = this.#placeAfterNewest(this.#interval + late * share);
    // Half the gain at which the correction would begin to oscillate.
    this.#interval = Math.max(1, this.#interval + (late * share * share) / 4);
    this.#anchor = { rtpTime, ticks };
    this.#sinceMove = 0;
    if (this.#moving >= MOVING_AFTER) {
      this.#moving = 0;
      this.#frozen = undefined;
    } else this.counts.strays += 1;
    return ticks;
  }
}

interface FrozenClock {
  knowsInterval: boolean;
  /** Intervals between the first arrivals; their median is used. */
  gapsMs: number[];
  lastMs: number;
  /** The least delay when the clock froze. */
  delay: number;
}
