/** Above this lag frames are skipped until the engine has caught up. */
const MAX_LAG_MS = 4_000;
const CAUGHT_UP_MS = 1_000;
/** Skipping has not helped: decoding itself is slower than the camera, and only a new start at the newest keyframe catches up. */
const HOPELESS_LAG_MS = 8_000;
/**
 * A decoder releases a frame when the next ones have arrived, so frames are late by this many intervals on any machine. Without
 * this allowance a camera of one frame a second would never count as caught up, and all of its frames would be skipped.
 */
const HELD_FRAMES = 2;
/** A longer interval is a stall, not a frame rate. */
const MAX_INTERVAL_MS = 2_000;

/** Decides which frames to skip, and when to start again, so that reading does not fall behind. */
export class LagGuard {
  #isSkipping = false;
  #skipped = 0;
  #previousMs: number | undefined;

  get skipped(): number {
    return this.#skipped;
  }

  /** The decision about a frame, from the times of its capture and its arrival. */
  judge(capturedMs: number, nowMs: number): 'read' | 'skip' | 'start-again' {
    const intervalMs = Math.min(capturedMs - (this.#previousMs ?? capturedMs), MAX_INTERVAL_MS);
    this.#previousMs = capturedMs;
    const lagMs = nowMs - capturedMs - HELD_FRAMES * intervalMs;
    if (lagMs > MAX_LAG_MS) this.#isSkipping = true;
    else if (lagMs < CAUGHT_UP_MS) this.#isSkipping = false;
    if (!this.#isSkipping) return 'read';
    this.#skipped += 1;
    return lagMs > HOPELESS_LAG_MS ? 'start-again' : 'skip';
  }
}
