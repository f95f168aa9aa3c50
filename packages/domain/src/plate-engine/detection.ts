import type { FrameSize, NormalizedBox } from '../geometry/box.ts';

/** A box as fractions of the frame, and how sure the detector is that it is a plate. */
export interface Detection {
  score: number;
  box: NormalizedBox;
}

/** Intersection over union of two boxes. */
export function overlapOf([ax, ay, aw, ah]: NormalizedBox, [bx, by, bw, bh]: NormalizedBox): number {
  const width = Math.min(ax + aw, bx + bw) - Math.max(ax, bx);
  const height = Math.min(ay + ah, by + bh) - Math.max(ay, by);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (aw * ah + bw * bh - shared);
}

/** Non-maximum suppression: of boxes that overlap more than this, the most confident stays. The most confident comes first. */
export function suppressOverlaps(
  detections: readonly Detection[],
  { overlap, most }: { overlap: number; most: number },
): Detection[] {
  const kept: Detection[] = [];
  for (const detection of [...detections].sort((a, b) => b.score - a.score)) {
    if (kept.length >= most) break;
    if (kept.every((other) => overlapOf(other.box, detection.box) < overlap)) kept.push(detection);
  }
  return kept;
}

/** How a picture was fitted into a model's input: scaled, keeping its aspect ratio, and centred on a plain background. */
export interface Letterbox {
  scaledWidth: number;
  scaledHeight: number;
  left: number;
  top: number;
}

export function letterboxOf(picture: FrameSize, input: FrameSize): Letterbox {
  const scale = Math.min(input.width / picture.width, input.height / picture.height);
  const scaledWidth = Math.max(1, Math.min(input.width, Math.round(picture.width * scale)));
  const scaledHeight = Math.max(1, Math.min(input.height, Math.round(picture.height * scale)));
  return {
    scaledWidth,
    scaledHeight,
    left: Math.floor((input.width - scaledWidth) / 2),
    top: Math.floor((input.height - scaledHeight) / 2),
  };
}

/** Corners in pixels of the model's input. */
export interface InputBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Maps a box of the model's input to the frame. `region` is the part of the frame that the model was given. Undefined for a box
 * outside of it.
 */
export function fromLetterbox(
  box: InputBox,
  { letterbox, region }: { letterbox: Letterbox; region: NormalizedBox },
): NormalizedBox | undefined {
  const [x, y, width, height] = region;
  const inside = (value: number) => Math.min(1, Math.max(0, value));
  const left = inside((box.left - letterbox.left) / letterbox.scaledWidth);
  const right = inside((box.right - letterbox.left) / letterbox.scaledWidth);
  const top = inside((box.top - letterbox.top) / letterbox.scaledHeight);
  const bottom = inside((box.bottom - letterbox.top) / letterbox.scaledHeight);
  if (!(right > left && bottom > top)) return undefined;
  return [x + left * width, y + top * height, (right - left) * width, (bottom - top) * height];
}
