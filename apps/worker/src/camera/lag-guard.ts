/** Beyond this the engine is too slow for the stream: frames are skipped until it is near the present again. */
const MOST_LAG_MS = 4_000;
const CAUGHT_UP_MS = 1_000;

/** Says which frames to skip so that reading never falls behind for good. */
export class LagGuard {
  #isSkipping = false;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  shouldSkip(lagMs: number): boolean {
    if (lagMs > MOST_LAG_MS) this.#isSkipping = true;
    else if (lagMs < CAUGHT_UP_MS) this.#isSkipping = false;
    if (this.#isSkipping) this.#skipped += 1;
    return this.#isSkipping;
  }
}
