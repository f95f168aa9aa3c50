/**
 * The times at which pictures are decoded, from the times at which they are shown: within a group the n-th picture is
 * decoded at the n-th smallest time. Both orders then have the same first and last moment, and no picture is shown
 * before it is decoded by more than the order demands. Times rise strictly, and never before `notBefore`.
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
 * A time that follows pictures as they come, for fragments of one picture each: the (i - depth)-th smallest of the times
 * seen so far. The depth is what the parameter sets say, or is learnt: a picture that is shown earlier than it would be
 * decoded raises it, from the next keyframe on.
 */
export class RunningDecodeTimes {
  readonly #isSaid: boolean;
  #depth: number;
  #learnt: number;
  /** The newest times, in the order of showing; one more than the depth at most. */
  #waiting: number[] = [];
  #last = Number.NEGATIVE_INFINITY;
  #interval: number;

  constructor({ depth, intervalTicks }: { depth: number | undefined; intervalTicks: number }) {
    this.#isSaid = depth !== undefined;
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
    if (!this.#isSaid) this.#learnt = Math.min(MAX_REORDERED, Math.max(this.#learnt, this.#waiting.length - 1 - at));
    let time: number;
    if (this.#waiting.length > this.#depth) {
      time = this.#waiting[this.#waiting.length - 1 - this.#depth] as number;
      if (this.#waiting.length > MAX_REORDERED + 1) this.#waiting.shift();
      if (this.#last !== Number.NEGATIVE_INFINITY && time > this.#last) this.#interval = time - this.#last;
    } else {
      // Nothing earlier was seen yet: as if pictures had come before.
      time = (this.#waiting[0] as number) - (this.#depth + 1 - this.#waiting.length) * this.#interval;
    }
    this.#last = Math.max(time, this.#last + 1);
    return this.#last;
  }
}

const MAX_REORDERED = 16;
