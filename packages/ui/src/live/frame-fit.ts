/** In pixels of the pane. */
export interface FrameBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Fractions of the frame, from its top left corner. */
export interface FramePoint {
  x: number;
  y: number;
}

/** The place of a picture that is shown whole in its pane; the rest is bars at two sides. Undefined while a size is unknown. */
export function fitFrame(pane: Size, frame: Size): FrameBox | undefined {
  if (!(pane.width > 0 && pane.height > 0 && frame.width > 0 && frame.height > 0)) return undefined;
  const scale = Math.min(pane.width / frame.width, pane.height / frame.height);
  const width = Math.min(pane.width, frame.width * scale);
  const height = Math.min(pane.height, frame.height * scale);
  return { left: (pane.width - width) / 2, top: (pane.height - height) / 2, width, height };
}

/** The position in the pane of a point of the frame. */
export const paneOf = (box: FrameBox, { x, y }: FramePoint): { left: number; top: number } => ({
  left: box.left + x * box.width,
  top: box.top + y * box.height,
});

const inside = (fraction: number) => Math.min(1, Math.max(0, fraction));

/** The point of the frame at a position in the pane; a position on a bar is the nearest point of the frame. */
export const frameOf = (box: FrameBox, { left, top }: { left: number; top: number }): FramePoint => ({
  x: inside((left - box.left) / box.width),
  y: inside((top - box.top) / box.height),
});
