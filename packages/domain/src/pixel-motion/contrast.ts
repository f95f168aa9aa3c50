import type { GreyFrame } from '../plate-engine/frame-gate.ts';

/** Size of the window for the mean, as a share of the frame's width. */
const WINDOW_SHARE = 1 / 8;
/** Prevents noise in the dark from counting as contrast. */
const DARK = 20;

/**
 * How much brighter each pixel is than its surroundings, as a share of their brightness. Light multiplies both, so
 * clouds, headlights, flicker and exposure changes hardly affect it.
 */
export class ContrastFilter {
  readonly #width: number;
  readonly #height: number;
  readonly #radius: number;
  readonly #sums: Float64Array;
  readonly contrast: Float32Array;
  readonly #smooth: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#radius = Math.max(3, Math.round((width * WINDOW_SHARE) / 2));
    this.#sums = new Float64Array((width + 1) * (height + 1));
    this.#smooth = new Float32Array(width * height);
    this.contrast = new Float32Array(width * height);
  }

  apply({ pixels }: GreyFrame): Float32Array {
    this.#sum(pixels);
    const [width, height, radius, sums, smooth] = [this.#width, this.#height, this.#radius, this.#sums, this.#smooth];
    const stride = width + 1;
    this.#boxMean(1, smooth);
    for (let y = 0; y < height; y += 1) {
      const top = Math.max(0, y - radius) * stride;
      const bottom = Math.min(height, y + radius + 1) * stride;
      const rows = (bottom - top) / stride;
      for (let x = 0; x < width; x += 1) {
        const left = Math.max(0, x - radius);
        const right = Math.min(width, x + radius + 1);
        const sum =
          (sums[bottom + right] as number) -
          (sums[bottom + left] as number) -
          (sums[top + right] as number) +
          (sums[top + left] as number);
        const mean = sum / (rows * (right - left));
        const at = y * width + x;
        this.contrast[at] = ((smooth[at] as number) - mean) / (mean + DARK);
      }
    }
    return this.contrast;
  }

  #sum(pixels: Uint8Array): void {
    const [width, height, sums] = [this.#width, this.#height, this.#sums];
    const stride = width + 1;
    for (let y = 0; y < height; y += 1) {
      let row = 0;
      for (let x = 0; x < width; x += 1) {
        row += pixels[y * width + x] as number;
        sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] as number) + row;
      }
    }
  }

  #boxMean(radius: number, into: Float32Array): void {
    const [width, height, sums] = [this.#width, this.#height, this.#sums];
    const stride = width + 1;
    for (let y = 0; y < height; y += 1) {
      const top = Math.max(0, y - radius) * stride;
      const bottom = Math.min(height, y + radius + 1) * stride;
      const rows = (bottom - top) / stride;
      for (let x = 0; x < width; x += 1) {
        const left = Math.max(0, x - radius);
        const right = Math.min(width, x + radius + 1);
        const sum =
          (sums[bottom + right] as number) -
          (sums[bottom + left] as number) -
          (sums[top + right] as number) +
          (sums[top + left] as number);
        into[y * width + x] = sum / (rows * (right - left));
      }
    }
  }
}
