import type { Canvas } from './canvas.ts';

const SMALLEST_PIXELS = 16;

/** Something in the picture that a detector would find: the ground truth for detections. */
export interface SceneObject {
  /** Unique within one loop of the scene. */
  name: string;
  label: 'person' | 'car';
  /** In pixels of the picture, and cut off at its edges. */
  box: Box;
  /** Of a car, if all of it is in the picture. */
  plate?: { text: string; box: Box };
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

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
  /** What is in the picture at a second of the loop. */
  objectsAt(second: number): SceneObject[];
}

/** The part of a box that is in the picture; nothing if that is less than a detector would notice. */
export function inPicture(
  { width, height }: Pick<Scene, 'width' | 'height'>,
  { name, label, box, plate }: SceneObject,
): SceneObject[] {
  const clamp = (value: number, highest: number) => Math.round(Math.min(highest, Math.max(0, value)));
  const [left, right] = [clamp(box.left, width), clamp(box.right, width)];
  const [top, bottom] = [clamp(box.top, height), clamp(box.bottom, height)];
  const isVisible = right - left >= SMALLEST_PIXELS && bottom - top >= SMALLEST_PIXELS;
  const isPlateWhole =
    plate && plate.box.left >= 0 && plate.box.top >= 0 && plate.box.right <= width && plate.box.bottom <= height;
  return isVisible ? [{ name, label, box: { left, top, right, bottom }, ...(isPlateWhole && { plate }) }] : [];
}

export const frameCount = ({ fps, seconds }: Scene): number => fps * seconds;
