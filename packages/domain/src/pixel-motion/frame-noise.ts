/** The median of the absolute deviations of normal noise, in standard deviations. */
export const MEDIAN_DEVIATION = 0.6745;
const BINS = 128;
const BINS_PER_UNIT = 8;
/** Every fifth pixel of every third line is enough for a median. */
const STEP_X = 5;
const STEP_Y = 3;
/** A lamp that goes out makes the picture ten times noisier, relative to its brightness. */
const MAX_FACTOR = 20;

/**
 * How many times noisier the whole frame is than its pixels usually are: a camera that turns up its gain, or draws a
 * keyframe, changes all pixels at once. An object changes few, and a median ignores it.
 */
export class FrameNoise {
  readonly #width: number;
  readonly #height: number;
  readonly #bins = new Uint32Array(BINS);

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** At least 1: a calm frame is no reason to look closer. */
  factor(
    values: Float32Array,
    { mean, noise, dx, dy }: { mean: Float32Array; noise: Float32Array; dx: number; dy: number },
  ): number {
    const [width, height, bins] = [this.#width, this.#height, this.#bins];
    bins.fill(0);
    let count = 0;
    const margin = Math.max(Math.abs(dx), Math.abs(dy));
    for (let y = margin; y < height - margin; y += STEP_Y)
      for (let x = margin + (y % STEP_X); x < width - margin; x += STEP_X) {
        const from = (y + dy) * width + x + dx;
        const ratio = Math.abs((values[y * width + x] as number) - (mean[from] as number)) / (noise[from] as number);
        const bin = Math.min(BINS - 1, Math.floor(ratio * BINS_PER_UNIT));
        bins[bin] = (bins[bin] as number) + 1;
        count += 1;
      }
    let below = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      const here = bins[bin] as number;
      if (below + here >= count / 2) {
        const median = (bin + (count / 2 - below) / here) / BINS_PER_UNIT;
        return Math.min(MAX_FACTOR, Math.max(1, median / MEDIAN_DEVIATION));
      }
      below += here;
    }
    return 1;
  }
}
