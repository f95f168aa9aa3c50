/** When two checks are further apart, the process was frozen in between. */
const FROZEN_MS = 2_000;

/**
 * Notices when this process was frozen, for timeouts that must not count that time: what arrived meanwhile is still to be read.
 * Must be checked at least once a second.
 */
export class FreezeWatch {
  #checkedMs: number;
  #wokeMs: number;

  constructor(nowMs: number) {
    this.#checkedMs = nowMs;
    this.#wokeMs = nowMs;
  }

  /** The end of the last freeze; without one, the start of this watch. */
  wokeMs(nowMs: number): number {
    if (nowMs - this.#checkedMs > FROZEN_MS) this.#wokeMs = nowMs;
    this.#checkedMs = nowMs;
    return this.#wokeMs;
  }
}
