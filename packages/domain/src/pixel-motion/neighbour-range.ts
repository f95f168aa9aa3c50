const BANDS = 4;

/** Minimum and maximum of each pixel and its eight neighbours. */
export class NeighbourRange {
  readonly #width: number;
  readonly #height: number;
  readonly low: Float32Array;
  readonly high: Float32Array;
  readonly #rowLow: Float32Array;
  readonly #rowHigh: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    const size = width * height;
    this.low = new Float32Array(size);
    this.high = new Float32Array(size);
    this.#rowLow = new Float32Array(size);
    this.#rowHigh = new Float32Array(size);
  }

  measure(values: Float32Array): void {
    this.#measureLines(values, 0, this.#height);
  }

  /** For values that change slowly: one of several bands in turn. */
  measureBand(values: Float32Array, turn: number): void {
    const lines = Math.ceil(this.#height / BANDS);
    const first = (turn % BANDS) * lines;
    this.#measureLines(values, first, Math.min(this.#height, first + lines));
  }

  #measureLines(values: Float32Array, first: number, end: number): void {
    const [width, height] = [this.#width, this.#height];
    const [low, high, rowLow, rowHigh] = [this.low, this.high, this.#rowLow, this.#rowHigh];
    for (let y = Math.max(0, first - 1); y < Math.min(height, end + 1); y += 1) {
      const line = y * width;
      let before = values[line] as number;
      let here = before;
      for (let x = 0; x < width; x += 1) {
        const after = x + 1 < width ? (values[line + x + 1] as number) : here;
        rowLow[line + x] = Math.min(before, here, after);
        rowHigh[line + x] = Math.max(before, here, after);
        before = here;
        here = after;
      }
    }
    for (let y = first; y < end; y += 1) {
      const above = y > 0 ? -width : 0;
      const below = y + 1 < height ? width : 0;
      for (let at = y * width; at < (y + 1) * width; at += 1) {
        low[at] = Math.min(rowLow[at + above] as number, rowLow[at] as number, rowLow[at + below] as number);
        high[at] = Math.max(rowHigh[at + above] as number, rowHigh[at] as number, rowHigh[at + below] as number);
      }
    }
  }
}
