const shortestRestMs = 10_000;
const longestRestMs = 300_000;

/**
 * How soon after one cut the next may follow. A camera that changes once is cut at once; one that changes all the time is
 * cut ever more seldom, but never left for good with what its readers were told.
 */
export class CutRest {
  #lastCutMs = Number.NEGATIVE_INFINITY;
  #restMs = shortestRestMs;

  isOver(nowMs: number): boolean {
    return nowMs - this.#lastCutMs >= this.#restMs;
  }

  noteCut(nowMs: number): void {
    const wasCalm = nowMs - this.#lastCutMs >= 2 * this.#restMs;
    this.#restMs = wasCalm ? shortestRestMs : Math.min(2 * this.#restMs, longestRestMs);
    this.#lastCutMs = nowMs;
  }
}
