import type { BlobTrack } from './blob-tracks.ts';

/** Slower objects have stopped, and become background. */
const MIN_SPEED_PX = 0.5;
const MARGIN_PX = 2;

/** Marks where moving objects are expected in the next frame: the background does not learn from them. */
export class PassingObjects {
  readonly #width: number;
  readonly #height: number;
  readonly pixels: Uint8Array;
  #isEmpty = true;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.pixels = new Uint8Array(width * height);
  }

  expect(tracks: readonly BlobTrack[]): void {
    if (!this.#isEmpty) this.pixels.fill(0);
    const moving = tracks.filter(
      ({ isMotion, speedX, speedY }) => isMotion && Math.hypot(speedX, speedY) >= MIN_SPEED_PX,
    );
    this.#isEmpty = moving.length === 0;
    for (const track of moving) this.#mark(track);
  }

  /** The object where it is and where it is heading. */
  #mark({ blob, speedX, speedY }: BlobTrack): void {
    const left = Math.max(0, Math.floor(blob.left + Math.min(0, speedX)) - MARGIN_PX);
    const right = Math.min(this.#width, Math.ceil(blob.right + Math.max(0, speedX)) + MARGIN_PX + 1);
    const top = Math.max(0, Math.floor(blob.top + Math.min(0, speedY)) - MARGIN_PX);
    const bottom = Math.min(this.#height, Math.ceil(blob.bottom + Math.max(0, speedY)) + MARGIN_PX + 1);
    for (let y = top; y < bottom; y += 1) this.pixels.fill(1, y * this.#width + left, y * this.#width + right);
  }
}
