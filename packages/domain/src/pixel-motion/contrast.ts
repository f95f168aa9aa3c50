import type { GreyFrame } from './grey-frame.ts';

/** Size of the window for the mean, as a share of the frame's width. */
const WINDOW_SHARE = 1 / 8;
/** Prevents noise in the dark from counting as contrast. */
export const DARK = 20;
const MIN_REACH = 3;

/**
 * How much brighter each pixel is than its surroundings, as a share of their brightness. Light multiplies both, so
 * clouds, headlights, flicker and exposure changes hardly affect it.
 */
export class ContrastFilter {
  readonly #width: number;
  readonly #height: number;
  /** Sums of all pixels above and to the left. */
  readonly #sums: Uint32Array;
  readonly #rowSums: Uint16Array;
  readonly #columns: Windows;
  readonly #rows: Windows;
  readonly contrast: Float32Array;
  /** Mean brightness around each pixel. */
  readonly light: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    const radius = Math.max(MIN_REACH, Math.round((width * WINDOW_SHARE) / 2));
    this.#sums = new Uint32Array((width + 1) * (height + 1));
    this.#rowSums = new Uint16Array(width * height);
    this.#columns = windowsAlong(width, radius);
    this.#rows = windowsAlong(height, radius);
    this.contrast = new Float32Array(width * height);
    this.light = new Float32Array(width * height);
  }

  apply({ pixels }: GreyFrame): void {
    this.#sum(pixels);
    const [width, height, sums, rowSums] = [this.#width, this.#height, this.#sums, this.#rowSums];
    const [contrast, light, columns, rows] = [this.contrast, this.light, this.#columns, this.#rows];
    for (let y = 0; y < height; y += 1) {
      const top = (rows.from[y] as number) * (width + 1);
      const bottom = (rows.to[y] as number) * (width + 1);
      const line = y * width;
      const above = y > 0 ? line - width : line;
      const below = y + 1 < height ? line + width : line;
      for (let x = 0; x < width; x += 1) {
        const left = columns.from[x] as number;
        const right = columns.to[x] as number;
        const sum =
          (sums[bottom + right] as number) -
          (sums[bottom + left] as number) -
          (sums[top + right] as number) +
          (sums[top + left] as number);
        const mean = sum / (((rows.to[y] as number) - (rows.from[y] as number)) * (right - left));
        // Nine pixels have a third of the noise of one.
        const smooth =
          ((rowSums[above + x] as number) + (rowSums[line + x] as number) + (rowSums[below + x] as number)) / 9;
        light[line + x] = mean;
        contrast[line + x] = (smooth - mean) / (mean + DARK);
      }
    }
  }

  #sum(pixels: Uint8Array): void {
    const [width, height, sums, rowSums] = [this.#width, this.#height, this.#sums, this.#rowSums];
    for (let y = 0; y < height; y += 1) {
      const line = y * width;
      const above = y * (width + 1) + 1;
      const into = above + width + 1;
      let row = 0;
      let before = pixels[line] as number;
      let here = before;
      for (let x = 0; x < width; x += 1) {
        const after = x + 1 < width ? (pixels[line + x + 1] as number) : here;
        row += here;
        sums[into + x] = (sums[above + x] as number) + row;
        rowSums[line + x] = before + here + after;
        before = here;
        here = after;
      }
    }
  }
}

/** The window around each position: from inclusive, to exclusive. */
interface Windows {
  from: Int32Array;
  to: Int32Array;
}

/**
 * The window stays centred near the border, where it becomes smaller. One that is cut off at the border would have its
 * mean beside the pixel, and the soft edge of a shadow would look like contrast.
 */
function windowsAlong(length: number, radius: number): Windows {
  const reachAt = (at: number) => Math.max(MIN_REACH, Math.min(radius, at, length - 1 - at));
  return {
    from: Int32Array.from({ length }, (_, at) => Math.max(0, at - reachAt(at))),
    to: Int32Array.from({ length }, (_, at) => Math.min(length, at + reachAt(at) + 1)),
  };
}
