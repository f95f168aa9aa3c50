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
const LONGEST_INTERVAL = 10 * TICKS_PER_SECOND;
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
  #frozen: { arrivedMs: number; ticks: number } | undefined;
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
      return this.#jumpTo(rtpTime, Math.max(this.#interval, Math.min(passed, LONGEST_INTERVAL)));
    }
    this.#same = moved === 0 ? this.#same + 1 : 0;
    if (this.#frozen !== undefined) return this.#placeFrozen(rtpTime, moved, arrivedMs);
    if (this.#same >= FROZEN_AFTER) {
      this.#frozen = { arrivedMs, ticks: this.#newest };
      return this.#placeFrozen(rtpTime, moved, arrivedMs);
    }
    if (moved === 0) return this.#placeAfterNewest(this.#interval);
    const own = this.#anchor.ticks + rtpTimeDelta(rtpTime, this.#anchor.rtpTime);
    const advance = own - this.#anchor.ticks;
    const mostAhead = passed + Math.max(FAR_TICKS, 3 * this.#interval);
    const mostBack = mayReorder ? FAR_TICKS : 0;
    if (advance > mostAhead || advance < -mostBack) return this.#placeStray(rtpTime, passed);
    this.#strays = 0;
    if (advance < 0) return own;
    return this.#follow(rtpTime, own);
  }

  #follow(rtpTime: number, own: number): number {
    const before = this.#anchor;
    if (before !== undefined) {
      const each = (own - before.ticks) / Math.max(1, this.#sinceMove);
      if (each > 0 && each <= LONGEST_INTERVAL) this.#interval += (each - this.#interval) / 8;
    }
    this.#sinceMove = 0;
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
      return this.#jumpTo(rtpTime, passed > 0 ? Math.min(passed, 3 * this.#interval) : this.#interval);
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

  /** By the arrivals, steered slowly so that the jitter of the network does not show. */
  #placeFrozen(rtpTime: number, moved: number, arrivedMs: number): number {
    const frozen = this.#frozen as { arrivedMs: number; ticks: number };
    this.#moving = moved > 0 && moved <= LONGEST_INTERVAL ? this.#moving + 1 : 0;
    const behind = (arrivedMs - frozen.arrivedMs) * TICKS_PER_MS - (this.#newest - frozen.ticks);
    this.#interval = Math.min(LONGEST_INTERVAL, Math.max(1, this.#interval + (behind - this.#interval) / 32));
    const ticks = this.#placeAfterNewest(Math.max(1, this.#interval + (behind - this.#interval) / 8));
    this.#anchor = { rtpTime, ticks };
    this.#sinceMove = 0;
    if (this.#moving >= MOVING_AFTER) {
      this.#moving = 0;
      this.#frozen = undefined;
    } else this.counts.strays += 1;
    return ticks;
  }
}
