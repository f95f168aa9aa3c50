import type { Canvas } from './canvas.ts';

/** A simulated recording that loops and is deterministic. */
export interface Scene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** Sound as an expression of ffmpeg's aevalsrc; silent if left out. */
  readonly sound?: string;
  /** Draws one frame and covers the whole canvas. */
  draw(canvas: Canvas, frame: number): void;
}

export const frameCount = ({ fps, seconds }: Scene): number => fps * seconds;
