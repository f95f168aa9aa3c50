/**
 * Derives decode times from presentation times: within a group the n-th picture is decoded at the n-th smallest time.
 * Both orders then span the same time, with the smallest possible offsets. Times increase strictly and are never before
 * `notBefore`.
 */
export function decodeTimes(shownAt: readonly number[], notBefore: number): { times: number[]; clamped: number } {
  const times = shownAt.toSorted((a, b) => a - b);
  let clamped = 0;
  let least = notBefore;
  for (let i = 0; i < times.length; i += 1) {
    const time = times[i] as number;
    if (time < least) {
      times[i] = least;
      clamped += 1;
    }
    least = (times[i] as number) + 1;
  }
  return { times, clamped };
}

/**
 * Decode times for fragments of one picture each, computed as pictures arrive: the (i - depth)-th smallest of the
 * presentation times so far. The depth is that of the parameter sets, or is learnt: a picture that would be shown
 * before it is decoded increases it from the next keyframe on.
 */
export class RunningDecodeTimes {
  readonly #isDeclared: boolean;
  #depth: number;
  #learnt: number;
  /** The newest presentation times in display order, at most depth + 1. */
  #waiting: number[] = [];
  #last = Number.NEGATIVE_INFINITY;
  #interval: number;

  constructor({ depth, intervalTicks }: { depth: number | undefined; intervalTicks: number }) {
    this.#isDeclared = depth !== undefined;
    this.#depth = depth ?? 0;
    this.#learnt = this.#depth;
    this.#interval = intervalTicks;
  }

  get depth(): number {
    return this.#depth;
  }

  next(shownAt: number, { isKeyframe }: { isKeyframe: boolean }): number {
    if (isKeyframe && this.#learnt > this.#depth) this.#depth = this.#learnt;
    const at = this.#waiting.findLastIndex((time) => time < shownAt) + 1;
    this.#waiting.splice(at, 0, shownAt);
    if (!this.#isDeclared)
      this.#learnt = Math.min(MAX_REORDERED, Math.max(this.#learnt, this.#waiting.length - 1 - at));
    let time: number;
    if (this.#waiting.length > this.#depth) {
      time = this.#waiting[this.#waiting.length - 1 - this.#depth] as number;
      if (this.#waiting.length > MAX_REORDERED + 1) this.#waiting.shift();
      if (this.#last !== Number.NEGATIVE_INFINITY && time > this.#last) this.#interval = time - this.#last;
    } else {
      // There are no earlier times yet: pretend that pictures came before.
      time = (this.#waiting[0] as number) - (this.#depth + 1 - this.#waiting.length) * this.#interval;
    }
    this.#last = Math.max(time, this.#last + 1);
    return this.#last;
  }
}

const MAX_REORDERED = 16;
