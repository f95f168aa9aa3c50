import type { Canvas } from './canvas.ts';

/** A made recording that repeats: the same picture for the same frame, always. */
export interface Scene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** What a microphone hears, as an expression of ffmpeg's aevalsrc; none when left out. */
  readonly sound?: string;
  /** Draws one frame over whatever was on the canvas. */
  draw(canvas: Canvas, frame: number): void;
}

export const frameCount = ({ fps, seconds }: Scene): number => fps * seconds;
