/** Scores are shares of the frame; each bin is 20 % larger than the one before. */
const SMALLEST = 1e-5;
const STEP = 1.2;
const BINS = 64;
const PERCENTILE = 0.95;
/** Half of what was learnt is forgotten after about ten minutes of frames. */
const HALF_LIFE_FRAMES = 3_000;
const DECAY = 0.5 ** (1 / HALF_LIFE_FRAMES);

/**
 * Learns the usual size of irrelevant movement from the largest blob of every frame, as a percentile over a decaying
 * histogram. Never above the ceiling: anything that large is motion.
 */
export class AdaptiveFloor {
  readonly #bins = new Float64Array(BINS);
  #frames = 0;
  /** The weight of new frames grows, which is cheaper than decaying all bins. */
  #weight = 1;
  readonly #ceiling: number;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  learn(score: number): void {
    this.#weight /= DECAY;
    this.#frames += this.#weight;
    const bin = binOf(score);
    this.#bins[bin] = (this.#bins[bin] as number) + this.#weight;
    if (this.#weight > 1e12) this.#rescale();
  }

  get value(): number {
    const wanted = this.#frames * PERCENTILE;
    let sum = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      sum += this.#bins[bin] as number;
      if (sum >= wanted) return bin === 0 ? 0 : Math.min(this.#ceiling, SMALLEST * STEP ** bin);
    }
    return 0;
  }

  get ceiling(): number {
    return this.#ceiling;
  }

  #rescale(): void {
    for (let bin = 0; bin < BINS; bin += 1) this.#bins[bin] = (this.#bins[bin] as number) / this.#weight;
    this.#frames /= this.#weight;
    this.#weight = 1;
  }
}

const binOf = (score: number): number =>
  score < SMALLEST ? 0 : Math.min(BINS - 1, 1 + Math.floor(Math.log(score / SMALLEST) / Math.log(STEP)));
