/** Above this lag frames are skipped until the engine has caught up. */
const MAX_LAG_MS = 4_000;
const CAUGHT_UP_MS = 1_000;
/** Skipping has not helped: decoding itself is slower than the camera, and only a new start at the newest keyframe catches up. */
const HOPELESS_LAG_MS = 8_000;

/** Decides which frames to skip, and when to start again, so that reading does not fall behind. */
export class LagGuard {
  #isSkipping = false;
  #skipped = 0;

  get skipped(): number {
    return this.#skipped;
  }

  /** What to do with a frame that is this late. */
  judge(lagMs: number): 'read' | 'skip' | 'start-again' {
    if (lagMs > MAX_LAG_MS) this.#isSkipping = true;
    else if (lagMs < CAUGHT_UP_MS) this.#isSkipping = false;
    if (!this.#isSkipping) return 'read';
    this.#skipped += 1;
    return lagMs > HOPELESS_LAG_MS ? 'start-again' : 'skip';
  }
}
