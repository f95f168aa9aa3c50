import { findShift } from './find-shift.ts';
import { FrameNoise, MEDIAN_DEVIATION } from './frame-noise.ts';
import { LIGHT_CELL_PX, LightChange } from './light-change.ts';
import { NeighbourRange } from './neighbour-range.ts';

/** The minimum contrast difference of a foreground pixel. */
const MIN_DIFFERENCE = 0.05;
/** Uneven light changes contrasts in proportion to their strength. */
const STRUCTURE = 0.15;
/**
 * The same where the light has changed, in proportion to the change: there the edge of a shadow or beam passes. An
 * object hardly changes the light.
 */
const STRUCTURE_IN_NEW_LIGHT = 0.5;
/** Added in proportion to the change of the light: a beam is brighter in its middle, even on a plain wall. */
const NEW_LIGHT = 0.1;
const FOLLOW = 0.04;
/** Passing objects are not background, but they are learnt slowly too, so that no mistake lasts. */
const FOLLOW_PASSING = 0.004;
/** A foreground pixel differs by this many standard deviations of the noise. */
const NOISE_DEVIATIONS = 4.2;
/** The step up equals the step down, so the estimate settles at the median of the deviations. */
const NOISE_STEP = 0.04;
const MIN_NOISE = 0.002;
const FIRST_NOISE = 0.02;
/** In multiples of the pixel's usual sway. */
const SWAYS = 5;
/** Sway grows within seconds and shrinks within minutes, so that a tree may pause and sway again. */
const SWAY_UP = 0.06;
const SWAY_DOWN = 0.004;
/** Differences up to this many standard deviations are noise, not sway. */
const SWAY_FROM_DEVIATIONS = 3;
/** How often the sway is remembered; longer than it takes to recognise motion. */
const REMEMBER_FRAMES = 15;
/** A new model learns quickly. */
const NEW_FRAMES = 30;

/**
 * Foreground of two degrees: strong pixels start a blob, weak ones only enlarge it. A large object in the dark is full
 * of holes otherwise, and falls apart.
 */
export const STRONG = 2;
export const WEAK = 1;
const WEAK_SHARE = 0.6;

interface Rates {
  follow: number;
  noiseStep: number;
  /** How many times noisier this frame is than usual. */
  frameNoise: number;
}

/**
 * The usual appearance of every pixel, as contrast, and how it varies: noise of the sensor, which grows at night and is
 * estimated with a median, so that passing objects do not raise it; and sway, which is what is found beyond the noise
 * again and again. A pixel also counts as background if it looks like one of its neighbours, so that edges may tremble.
 * Camera shake is compensated as a whole.
 */
export class Background {
  readonly #width: number;
  readonly #height: number;
  readonly #mean: Float32Array;
  readonly #noise: Float32Array;
  readonly #sway: Float32Array;
  /** As it was, one and two intervals ago. */
  #swayBefore: [newer: Float32Array, older: Float32Array];
  readonly #range: NeighbourRange;
  readonly #light: LightChange;
  readonly #frameNoise: FrameNoise;
  readonly foreground: Uint8Array;
  #frames = 0;
  /** Offset of the current frame relative to the background. */
  shift: { dx: number; dy: number } = { dx: 0, dy: 0 };

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    const size = width * height;
    this.#mean = new Float32Array(size);
    this.#noise = new Float32Array(size).fill(FIRST_NOISE);
    this.#sway = new Float32Array(size);
    this.#swayBefore = [new Float32Array(size), new Float32Array(size)];
    this.#range = new NeighbourRange(width, height);
    this.#light = new LightChange(width, height);
    this.#frameNoise = new FrameNoise(width, height);
    this.foreground = new Uint8Array(size);
  }

  /** Marks the pixels that differ, returns the number of strong ones, and learns the frame except for what passes. */
  learn(
    { contrast, light }: { contrast: Float32Array; light: Float32Array },
    { ignored, passing }: { ignored: Uint8Array | undefined; passing: Uint8Array },
  ): number {
    this.#frames += 1;
    const frames = this.#frames;
    const isNew = frames < NEW_FRAMES;
    const [width, height, mean, noise] = [this.#width, this.#height, this.#mean, this.#noise];
    if (frames === 1) mean.set(contrast);
    this.shift = findShift(contrast, mean, { width, height });
    const { dx, dy } = this.shift;
    const rates: Rates = {
      follow: Math.max(FOLLOW, 1 / frames),
      noiseStep: Math.max(NOISE_STEP, 1 / (frames + 1)),
      frameNoise: this.#frameNoise.factor(contrast, { mean, noise, dx, dy }),
    };
    this.#light.learn(light, rates.follow);
    if (isNew) this.#range.measure(mean);
    else this.#range.measureBand(mean, frames);
    if (frames % REMEMBER_FRAMES === 0) {
      const [newer, older] = this.#swayBefore;
      older.set(this.#sway);
      this.#swayBefore = [older, newer];
    }
    let marked = 0;
    for (let y = 0; y < height; y += 1) {
      marked += this.#mark(y, contrast, rates, { ignored, passing });
      // Noise changes slowly, so every second line is enough.
      if (isNew || (y + frames) % 2 === 0) this.#learnNoise(y, contrast, rates);
      this.#follow(y, contrast, rates, passing);
    }
    return marked;
  }

  /** After a change of the whole picture the model is useless and is learnt again. */
  forget(): void {
    this.#frames = 0;
  }

  /** Removes motion that was first learnt as sway. Otherwise it would be found less each time. */
  unlearnSway({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): void {
    const [newer, older] = this.#swayBefore;
    for (let y = top; y <= bottom; y += 1)
      for (let at = y * this.#width + left; at <= y * this.#width + right; at += 1) {
        const before = older[at] as number;
        if ((this.#sway[at] as number) > before) this.#sway[at] = before;
        if ((newer[at] as number) > before) newer[at] = before;
      }
  }

  #mark(
    y: number,
    contrast: Float32Array,
    { frameNoise }: Rates,
    { ignored, passing }: { ignored: Uint8Array | undefined; passing: Uint8Array },
  ): number {
    const [width, mean, noise, sway, foreground] = [this.#width, this.#mean, this.#noise, this.#sway, this.foreground];
    const { low, high } = this.#range;
    const { columns, share } = this.#light;
    const { dx } = this.shift;
    const line = y * width;
    const fromLine = this.#fromLine(y);
    const lightLine = Math.floor(y / LIGHT_CELL_PX) * columns;
    let marked = 0;
    for (let x = 0; x < width; x += 1) {
      const at = line + x;
      const from = fromLine + within(x + dx, width);
      const value = contrast[at] as number;
      const above = value - (high[from] as number);
      const below = (low[from] as number) - value;
      const beyond = Math.max(above, below);
      const usualSway = sway[from] as number;
      foreground[at] = 0;
      const deviation = frameNoise * (noise[from] as number);
      // An outlier must not blind the pixel: the influence of a passing object is bounded.
      const swaying = beyond > SWAY_FROM_DEVIATIONS * deviation ? Math.min(beyond, 3 * usualSway + 0.02) : 0;
      if (passing[at] === 0 || swaying < usualSway)
        sway[from] = usualSway + (swaying > usualSway ? SWAY_UP : SWAY_DOWN) * (swaying - usualSway);
      if (beyond < WEAK_SHARE * MIN_DIFFERENCE || beyond < WEAK_SHARE * NOISE_DEVIATIONS * deviation) continue;
      if (beyond < WEAK_SHARE * SWAYS * usualSway || ignored?.[at] === 1) continue;
      const change = share[lightLine + Math.floor(x / LIGHT_CELL_PX)] as number;
      const structure = Math.abs(mean[from] as number);
      const needed = Math.max(
        MIN_DIFFERENCE + NEW_LIGHT * change + (STRUCTURE + STRUCTURE_IN_NEW_LIGHT * change) * structure,
        NOISE_DEVIATIONS * deviation,
        SWAYS * usualSway,
      );
      if (beyond < WEAK_SHARE * needed) continue;
      foreground[at] = beyond > needed ? STRONG : WEAK;
      if (beyond > needed) marked += 1;
    }
    return marked;
  }

  #learnNoise(y: number, contrast: Float32Array, { noiseStep }: Rates): void {
    const [width, mean, noise] = [this.#width, this.#mean, this.#noise];
    const { dx } = this.shift;
    const fromLine = this.#fromLine(y);
    for (let x = 0; x < width; x += 1) {
      const from = fromLine + within(x + dx, width);
      const usual = noise[from] as number;
      const difference = Math.abs((contrast[y * width + x] as number) - (mean[from] as number));
      const next = usual * (difference > MEDIAN_DEVIATION * usual ? 1 + noiseStep : 1 - noiseStep);
      noise[from] = Math.max(next, MIN_NOISE);
    }
  }

  #follow(y: number, contrast: Float32Array, { follow }: Rates, passing: Uint8Array): void {
    const [width, mean] = [this.#width, this.#mean];
    const { dx } = this.shift;
    const fromLine = this.#fromLine(y);
    for (let x = 0; x < width; x += 1) {
      const from = fromLine + within(x + dx, width);
      const usual = mean[from] as number;
      const share = passing[y * width + x] === 0 ? follow : FOLLOW_PASSING;
      mean[from] = usual + share * ((contrast[y * width + x] as number) - usual);
    }
  }

  /** Where the line of the background begins that the camera shows there now. */
  #fromLine(y: number): number {
    return within(y + this.shift.dy, this.#height) * this.#width;
  }
}

const within = (at: number, length: number): number => (at < 0 ? 0 : at < length ? at : length - 1);
