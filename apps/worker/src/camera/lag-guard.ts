/** Above this lag frames are skipped until the engine has caught up. */
const MAX_LAG_MS = 4_000;
const CAUGHT_UP_MS = 1_000;

/** Decides which frames to skip, so that reading does not fall behind. */
export class LagGuard {
  #isSkipping = false;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  shouldSkip(lagMs: number): boolean {
    if (lagMs > MAX_LAG_MS) this.#isSkipping = true;
    else if (lagMs < CAUGHT_UP_MS) this.#isSkipping = false;
    if (this.#isSkipping) this.#skipped += 1;
    return this.#isSkipping;
  }
}
