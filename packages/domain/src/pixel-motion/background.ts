/** The minimum contrast difference of a foreground pixel. */
const MIN_DIFFERENCE = 0.05;
/** In multiples of the pixel's usual deviation. */
const DEVIATIONS = 5;
const FOLLOW = 0.04;
/** The deviation grows within seconds and shrinks within minutes, so that a tree may pause and sway again. */
const DEVIATION_UP = 0.06;
const DEVIATION_DOWN = 0.004;
const MAX_SHIFT_PX = 4;

/**
 * The usual appearance and variation of every pixel, as contrast. A pixel also counts as background if it looks like
 * one of its neighbours, so that edges may tremble. Camera shake is compensated as a whole.
 */
export class Background {
  readonly #width: number;
  readonly #height: number;
  readonly #mean: Float32Array;
  readonly #deviation: Float32Array;
  readonly #low: Float32Array;
  readonly #high: Float32Array;
  readonly #rowLow: Float32Array;
  readonly #rowHigh: Float32Array;
  readonly foreground: Uint8Array;
  #frames = 0;
  /** Offset of the current frame relative to the background. */
  shift: { dx: number; dy: number } = { dx: 0, dy: 0 };

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    const size = width * height;
    this.#mean = new Float32Array(size);
    this.#deviation = new Float32Array(size).fill(0.01);
    this.#low = new Float32Array(size);
    this.#high = new Float32Array(size);
    this.#rowLow = new Float32Array(size);
    this.#rowHigh = new Float32Array(size);
    this.foreground = new Uint8Array(size);
  }

  /** Marks the pixels that differ, returns their number, and learns the frame. */
  learn(contrast: Float32Array, ignored: Uint8Array | undefined): number {
    this.#frames += 1;
    if (this.#frames === 1) this.#mean.set(contrast);
    this.shift = this.#findShift(contrast);
    this.#spread();
    const [width, height] = [this.#width, this.#height];
    const { dx, dy } = this.shift;
    const [mean, deviation, foreground] = [this.#mean, this.#deviation, this.foreground];
    // A new model learns quickly.
    const follow = Math.max(FOLLOW, 1 / this.#frames);
    let marked = 0;
    for (let y = 0; y < height; y += 1) {
      const by = Math.min(height - 1, Math.max(0, y + dy));
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        const from = by * width + Math.min(width - 1, Math.max(0, x + dx));
        const value = contrast[at] as number;
        const low = this.#low[from] as number;
        const high = this.#high[from] as number;
        const beyond = value > high ? value - high : value < low ? low - value : 0;
        const usual = deviation[from] as number;
        const isForeground = beyond > MIN_DIFFERENCE && beyond > DEVIATIONS * usual && ignored?.[at] !== 1;
        foreground[at] = isForeground ? 1 : 0;
        if (isForeground) marked += 1;
        mean[from] = (mean[from] as number) + follow * (value - (mean[from] as number));
        // An outlier must not blind the pixel: the influence of a passing object is bounded.
        const seen = Math.min(beyond, 3 * usual + 0.02);
        deviation[from] = usual + (seen > usual ? DEVIATION_UP : DEVIATION_DOWN) * (seen - usual);
      }
    }
    return marked;
  }

  /** After a change of the whole picture the model is useless and is learnt again. */
  forget(): void {
    this.#frames = 0;
  }

  /** Minimum and maximum of each pixel and its neighbours. */
  #spread(): void {
    const [width, height, mean] = [this.#width, this.#height, this.#mean];
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        const here = mean[at] as number;
        const left = x > 0 ? (mean[at - 1] as number) : here;
        const right = x + 1 < width ? (mean[at + 1] as number) : here;
        this.#rowLow[at] = Math.min(left, here, right);
        this.#rowHigh[at] = Math.max(left, here, right);
      }
    for (let y = 0; y < height; y += 1) {
      const above = y > 0 ? -width : 0;
      const below = y + 1 < height ? width : 0;
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        this.#low[at] = Math.min(
          this.#rowLow[at + above] as number,
          this.#rowLow[at] as number,
          this.#rowLow[at + below] as number,
        );
        this.#high[at] = Math.max(
          this.#rowHigh[at + above] as number,
          this.#rowHigh[at] as number,
          this.#rowHigh[at + below] as number,
        );
      }
    }
  }

  /** How far the camera moved: the offset at which a sample of the pixels fits best. */
  #findShift(contrast: Float32Array): { dx: number; dy: number } {
    const [width, height, mean] = [this.#width, this.#height, this.#mean];
    const fit = (dx: number, dy: number) => {
      let sum = 0;
      for (let y = MAX_SHIFT_PX; y < height - MAX_SHIFT_PX; y += 3)
        for (let x = MAX_SHIFT_PX + (y % 3); x < width - MAX_SHIFT_PX; x += 5)
          sum += Math.min(
            0.5,
            Math.abs((contrast[y * width + x] as number) - (mean[(y + dy) * width + x + dx] as number)),
          );
      return sum;
    };
    let best = { dx: 0, dy: 0, sum: fit(0, 0) };
    const still = best.sum;
    for (let turn = 0; turn < MAX_SHIFT_PX; turn += 1) {
      const around = best;
      for (const [stepX, stepY] of STEPS) {
        const dx = around.dx + stepX;
        const dy = around.dy + stepY;
        if (Math.abs(dx) > MAX_SHIFT_PX || Math.abs(dy) > MAX_SHIFT_PX) continue;
        const sum = fit(dx, dy);
        if (sum < best.sum) best = { dx, dy, sum };
      }
      if (best === around) break;
    }
    // An object that crosses the picture shifts the fit slightly; only a much better fit means that the camera moved.
    return best.sum < 0.8 * still ? { dx: best.dx, dy: best.dy } : { dx: 0, dy: 0 };
  }
}

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;
