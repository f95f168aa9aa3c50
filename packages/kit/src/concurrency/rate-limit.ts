export interface Rate {
  perSecond: number;
  /** The amount allowed at once after an idle time. */
  burst: number;
}

/** A token bucket. The caller passes the time, so that one reading of the clock can serve many takes. */
export class RateLimit {
  readonly #rate: Rate;
  #left: number;
  #refilledAtMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#refilledAtMs = nowMs;
  }

  refill(nowMs: number): void {
    const elapsedMs = Math.max(0, nowMs - this.#refilledAtMs);
    this.#left = Math.min(this.#rate.burst, this.#left + (elapsedMs / 1000) * this.#rate.perSecond);
    this.#refilledAtMs = nowMs;
  }

  /** False when the rate is exceeded; nothing is taken then. */
  take(amount = 1): boolean {
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
