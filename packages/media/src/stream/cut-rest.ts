const MIN_REST_MS = 10_000;
const MAX_REST_MS = 300_000;

/**
 * The minimum time between two cuts. A camera that changes once is cut immediately; one that keeps changing is cut less
 * and less often, but its readers are never left with an outdated description for good.
 */
export class CutRest {
  #lastCutMs = Number.NEGATIVE_INFINITY;
  #restMs = MIN_REST_MS;

  isOver(nowMs: number): boolean {
    return nowMs - this.#lastCutMs >= this.#restMs;
  }

  noteCut(nowMs: number): void {
    const wasCalm = nowMs - this.#lastCutMs >= 2 * this.#restMs;
    this.#restMs = wasCalm ? MIN_REST_MS : Math.min(2 * this.#restMs, MAX_REST_MS);
    this.#lastCutMs = nowMs;
  }
}
