import { STRONG, WEAK } from './background.ts';

/** A connected area of foreground, in pixels. */
export interface Blob {
  area: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  x: number;
  y: number;
}

/** Pixels further apart than this belong to different blobs. */
const REACH_PX = 2;
/** A pixel with fewer foreground neighbours is noise. */
const MIN_NEIGHBOURS = 2;
const MAX_BLOBS = 64;

/** Finds blobs, largest first. Isolated pixels are dropped, and parts that nearly touch are joined. */
export class BlobFinder {
  readonly #width: number;
  readonly #height: number;
  readonly #clean: Uint8Array;
  readonly #stack: Int32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#clean = new Uint8Array(width * height);
    this.#stack = new Int32Array(width * height);
  }

  find(foreground: Uint8Array, { minArea, onlyStrong }: { minArea: number; onlyStrong: boolean }): Blob[] {
    this.#cleanUp(foreground, onlyStrong ? STRONG : WEAK);
    const blobs: Blob[] = [];
    for (let at = 0; at < this.#clean.length; at += 1) {
      if (this.#clean[at] !== STRONG) continue;
      const blob = this.#gather(at);
      if (blob.area >= minArea) blobs.push(blob);
    }
    return blobs.sort((a, b) => b.area - a.area).slice(0, MAX_BLOBS);
  }

  #cleanUp(foreground: Uint8Array, lowest: number): void {
    const [width, height, clean] = [this.#width, this.#height, this.#clean];
    clean.fill(0);
    for (let y = 1; y < height - 1; y += 1)
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x;
        if ((foreground[at] as number) < lowest) continue;
        const above = at - width;
        const below = at + width;
        const degree = foreground[at] as number;
        const neighbours =
          atLeast(foreground, above - 1, degree) +
          atLeast(foreground, above, degree) +
          atLeast(foreground, above + 1, degree) +
          atLeast(foreground, at - 1, degree) +
          atLeast(foreground, at + 1, degree) +
          atLeast(foreground, below - 1, degree) +
          atLeast(foreground, below, degree) +
          atLeast(foreground, below + 1, degree);
        if (neighbours >= MIN_NEIGHBOURS) clean[at] = degree;
      }
  }

  #gather(start: number): Blob {
    const [width, height, clean, stack] = [this.#width, this.#height, this.#clean, this.#stack];
    const blob = { area: 0, left: width, top: height, right: -1, bottom: -1, x: 0, y: 0 };
    let waiting = 1;
    stack[0] = start;
    clean[start] = 0;
    while (waiting > 0) {
      waiting -= 1;
      const at = stack[waiting] as number;
      const y = Math.floor(at / width);
      const x = at - y * width;
      blob.area += 1;
      blob.x += x;
      blob.y += y;
      blob.left = Math.min(blob.left, x);
      blob.right = Math.max(blob.right, x);
      blob.top = Math.min(blob.top, y);
      blob.bottom = Math.max(blob.bottom, y);
      const [fromY, toY] = [Math.max(0, y - REACH_PX), Math.min(height - 1, y + REACH_PX)];
      const [fromX, toX] = [Math.max(0, x - REACH_PX), Math.min(width - 1, x + REACH_PX)];
      for (let ny = fromY; ny <= toY; ny += 1)
        for (let nx = fromX; nx <= toX; nx += 1) {
          const next = ny * width + nx;
          if (clean[next] === 0) continue;
          clean[next] = 0;
          stack[waiting] = next;
          waiting += 1;
        }
    }
    return { ...blob, x: blob.x / blob.area, y: blob.y / blob.area };
  }
}

const atLeast = (foreground: Uint8Array, at: number, degree: number): number =>
  (foreground[at] as number) >= degree ? 1 : 0;
