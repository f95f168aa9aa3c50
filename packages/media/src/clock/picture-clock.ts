import { rtpTimeDelta } from '../rtp/rtp.ts';

export const TICKS_PER_SECOND = 90_000;
const TICKS_PER_MS = TICKS_PER_SECOND / 1000;

/** A time further ahead than has passed, or further back than pictures are ever reordered, is a stray one. */
const FAR_TICKS = 3 * TICKS_PER_SECOND;
/** So many stray times in a row are a clock that was set: it is followed from there. */
const STRAYS_OF_A_JUMP = 3;
/** So many equal times in a row are a clock that stands still. */
const FROZEN_AFTER = 3;
/** So many times that move on, and it is gone by again. */
const MOVING_AFTER = 3;
/** So many times that moved tell the rhythm of a camera. */
const RHYTHM_OF = 5;
/** So many arrivals tell it where no time ever moved. */
const MAX_GAPS = 255;
const MAX_INTERVAL = 10 * TICKS_PER_SECOND;
const FIRST_INTERVAL = TICKS_PER_SECOND / 25;

export interface PictureClockCounts {
  /** Pictures whose own time was not used. */
  strays: number;
  /** How often the camera set its clock in mid-stream. */
  jumps: number;
}

/**
 * Puts the times that a camera stamps on its pictures onto one line of ticks of 1/90000 s, without wraps and jumps. The
 * camera's own times are kept to the tick wherever they make sense; where they stand still, the moments at which pictures
 * arrive stand in for them.
 */
export class PictureClock {
  readonly counts: PictureClockCounts = { strays: 0, jumps: 0 };
  /** One moment on both lines; `last` is the newest time that was believed. */
  #anchor: { rtpTime: number; ticks: number } | undefined;
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

  /** The camera's times stand still; arrivals are used. */
  get isFrozen(): boolean {
    return this.#frozen !== undefined;
  }

  /** The sender has started over: its next time may be any. */
  restart(): void {
    this.#expectsJump = true;
  }

  /** Where a moment of the same stream lies, for sound; undefined before the first picture. */
  ticksAt(rtpTime: number): number | undefined {
    if (this.#anchor === undefined) return undefined;
    return this.#anchor.ticks + rtpTimeDelta(rtpTime, this.#anchor.rtpTime);
  }

  /** In decoding order; `mayReorder`: pictures may be shown in another order than they come in. */
  place(rtpTime: number, { arrivedMs, mayReorder }: { arrivedMs: number; mayReorder: boolean }): number {
    const passed = Math.max(0, (arrivedMs - this.#lastArrivedMs) * TICKS_PER_MS);
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
      const knowsRhythm = this.#moves >= RHYTHM_OF;
      this.#frozen = {
        lastMs: arrivedMs - passed / TICKS_PER_MS,
        knowsRhythm,
        gapsMs: [],
      };
      return this.#placeFrozen(rtpTime, moved, arrivedMs);
    }
    if (moved === 0) return this.#placeAfterNewest(this.#moves >= RHYTHM_OF ? this.#interval : passed);
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
      if (each > 0 && each <= MAX_INTERVAL) this.#interval += (each - this.#interval) / Math.min(8, this.#moves);
    }
    this.#sinceMove = 0;
    this.#moves += 1;
    this.#anchor = { rtpTime, ticks: own };
    // Pictures of equal times were spread ahead of this one: it comes right behind them.
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
      // A network holds pictures back for a second or two; only a longer pause is one of the camera.
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
   * In an even rhythm: that of the pictures before, or of the arrivals. Network delays do not show here; that the rhythm is
   * never quite right is left to whoever maps ticks to time.
   */
  #placeFrozen(rtpTime: number, moved: number, arrivedMs: number): number {
    const frozen = this.#frozen as FrozenClock;
    this.#moving = moved > 0 && moved <= MAX_INTERVAL ? this.#moving + 1 : 0;
    if (!frozen.knowsRhythm) {
      frozen.gapsMs.push(arrivedMs - frozen.lastMs);
      frozen.knowsRhythm = frozen.gapsMs.length === MAX_GAPS;
      const middle = frozen.gapsMs.toSorted((a, b) => a - b)[frozen.gapsMs.length >> 1] ?? 0;
      if (middle > 0) this.#interval = Math.min(MAX_INTERVAL, middle * TICKS_PER_MS);
    }
    frozen.lastMs = arrivedMs;
    const ticks = this.#placeAfterNewest(this.#interval);
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
  knowsRhythm: boolean;
  /** Between the first arrivals; the middle one is the rhythm. */
  gapsMs: number[];
  lastMs: number;
}
