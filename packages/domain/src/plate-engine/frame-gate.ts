import { insideZones, type Zones } from '../geometry/polygon.ts';
import type { GreyFrame } from '../pixel-motion/grey-frame.ts';

const BLOCK_PX = 8;
/** The share of each new frame in the background: slow cars still stand out, parked ones fade away. */
const BACKGROUND_SHARE = 0.25;
/** How far a block's mean must be from its background, in grey levels, beyond the noise. */
const MIN_CHANGE = 5;
const NOISE_FACTOR = 4;
const MIN_BLOCKS = 2;

/**
 * Detects motion inside the zones in small grey frames. It compares block means, which noise hardly affects, with a background
 * that follows the light; a change of the whole picture, as by a cloud, is subtracted.
 */
export class FrameGate {
  readonly #zones: Zones;
  #size = '';
  #blocks: readonly number[] = [];
  #columns = 0;
  #background: Float64Array | undefined;

  constructor(zones: Zones) {
    this.#zones = zones;
  }

  /** The number of observed blocks; zero before the first frame. */
  get blocks(): number {
    return this.#blocks.length;
  }

  /** Whether this frame differs from the previous ones. The first frame, and one of another size, never does. */
  moves(frame: GreyFrame): boolean {
    this.#fitTo(frame);
    const means = this.#meansOf(frame);
    const background = this.#background;
    if (background === undefined) {
      this.#background = means;
      return false;
    }
    const changes = means.map((mean, i) => mean - (background[i] ?? 0));
    const common = medianOf(changes);
    const deviations = changes.map((change) => Math.abs(change - common));
    const limit = MIN_CHANGE + NOISE_FACTOR * medianOf(deviations);
    for (let i = 0; i < means.length; i += 1)
      background[i] = (background[i] ?? 0) + (changes[i] ?? 0) * BACKGROUND_SHARE;
    const changed = deviations.filter((deviation) => deviation > limit).length;
    return changed > 0 && changed >= Math.min(MIN_BLOCKS, means.length);
  }

  #fitTo({ widthPx, heightPx }: GreyFrame): void {
    const size = `${widthPx}x${heightPx}`;
    if (size === this.#size) return;
    this.#size = size;
    this.#background = undefined;
    this.#columns = Math.max(1, Math.floor(widthPx / BLOCK_PX));
    const rows = Math.max(1, Math.floor(heightPx / BLOCK_PX));
    const all = Array.from({ length: this.#columns * rows }, (_, block) => block);
    this.#blocks = all.filter((block) => this.#touchesZones(block, { widthPx, heightPx }));
  }

  /** Its middle or one of its corners is inside; narrow zones would otherwise fall between the blocks. */
  #touchesZones(block: number, { widthPx, heightPx }: { widthPx: number; heightPx: number }): boolean {
    const [column, row] = [block % this.#columns, Math.floor(block / this.#columns)];
    return [
      [0.5, 0.5],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].some(([dx = 0, dy = 0]) =>
      insideZones([((column + dx) * BLOCK_PX) / widthPx, ((row + dy) * BLOCK_PX) / heightPx], this.#zones),
    );
  }

  #meansOf({ widthPx, heightPx, pixels }: GreyFrame): Float64Array {
    return Float64Array.from(this.#blocks, (block) => {
      const left = (block % this.#columns) * BLOCK_PX;
      const top = Math.floor(block / this.#columns) * BLOCK_PX;
      const [right, bottom] = [Math.min(widthPx, left + BLOCK_PX), Math.min(heightPx, top + BLOCK_PX)];
      let sum = 0;
      for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += pixels[y * widthPx + x] ?? 0;
      return sum / Math.max(1, (right - left) * (bottom - top));
    });
  }
}

function medianOf(values: Float64Array): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
