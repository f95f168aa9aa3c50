/** A look that comes this long after the one before it comes after the process was frozen. */
const FROZEN_MS = 2_000;

/**
 * Knows when this process could work again after it was frozen, for waits that must not count that time: what arrived meanwhile
 * is still to be read. To be looked at once a second or more often.
 */
export class FreezeWatch {
  #lookedMs: number;
  #wokeMs: number;

  constructor(nowMs: number) {
    this.#lookedMs = nowMs;
    this.#wokeMs = nowMs;
  }

  /** The end of the last freeze; without one, the time of the first look. */
  wokeMs(nowMs: number): number {
    if (nowMs - this.#lookedMs > FROZEN_MS) this.#wokeMs = nowMs;
    this.#lookedMs = nowMs;
    return this.#wokeMs;
  }
}
