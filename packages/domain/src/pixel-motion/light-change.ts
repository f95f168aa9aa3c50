import { DARK } from './contrast.ts';

/** Light is the mean of a wide window, so every fourth pixel of every fourth line is enough. */
export const LIGHT_CELL_PX = 4;

/** How much the light around each cell differs from the usual, as a share of it, at most 1. */
export class LightChange {
  readonly #width: number;
  readonly #height: number;
  readonly columns: number;
  readonly #usual: Float32Array;
  readonly share: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.columns = Math.ceil(width / LIGHT_CELL_PX);
    const cells = this.columns * Math.ceil(height / LIGHT_CELL_PX);
    this.#usual = new Float32Array(cells);
    this.share = new Float32Array(cells);
  }

  learn(light: Float32Array, follow: number): void {
    const [usual, share] = [this.#usual, this.share];
    let cell = 0;
    for (let y = 0; y < this.#height; y += LIGHT_CELL_PX)
      for (let x = 0; x < this.#width; x += LIGHT_CELL_PX) {
        const before = usual[cell] as number;
        const difference = (light[y * this.#width + x] as number) - before;
        share[cell] = Math.min(1, Math.abs(difference) / (before + DARK));
        usual[cell] = before + follow * difference;
        cell += 1;
      }
  }
}
