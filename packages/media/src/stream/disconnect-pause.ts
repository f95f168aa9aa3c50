const MIN_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 300_000;

/**
 * The minimum time between two disconnections of the readers of a camera that changes its video parameters. After a
 * first change they are disconnected at once; if the camera keeps changing, less and less often, but they are never
 * left with an outdated description for good.
 */
export class DisconnectPause {
  #lastMs = Number.NEGATIVE_INFINITY;
  #pauseMs = MIN_PAUSE_MS;

  isOver(nowMs: number): boolean {
    return nowMs - this.#lastMs >= this.#pauseMs;
  }

  noteDisconnect(nowMs: number): void {
    const wasCalm = nowMs - this.#lastMs >= 2 * this.#pauseMs;
    this.#pauseMs = wasCalm ? MIN_PAUSE_MS : Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
    this.#lastMs = nowMs;
  }
}
