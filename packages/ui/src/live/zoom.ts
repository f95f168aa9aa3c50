/** Digital zoom: the factor, and the point of the picture in the centre, from 0 to 1. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0.5, y: 0.5 };
export const MAX_ZOOM = 8;

export const isZoomed = ({ scale }: Zoom): boolean => scale > 1.001;

/** Keeps the visible part inside the picture. */
function keepInside({ scale, x, y }: Zoom): Zoom {
  const clamped = Math.min(MAX_ZOOM, Math.max(1, scale));
  const half = 0.5 / clamped;
  const inside = (value: number) => Math.min(1 - half, Math.max(half, value));
  return { scale: clamped, x: inside(x), y: inside(y) };
}

/** Zooms by a factor and keeps the point under the pointer in place; `at` is a fraction of the pane. */
export function zoomAt(zoom: Zoom, at: { x: number; y: number }, factor: number): Zoom {
  const scale = Math.min(MAX_ZOOM, Math.max(1, zoom.scale * factor));
  const under = { x: zoom.x + (at.x - 0.5) / zoom.scale, y: zoom.y + (at.y - 0.5) / zoom.scale };
  return keepInside({ scale, x: under.x - (at.x - 0.5) / scale, y: under.y - (at.y - 0.5) / scale });
}

/** Moves the picture with the pointer, by fractions of the pane. */
export const panBy = (zoom: Zoom, by: { x: number; y: number }): Zoom =>
  keepInside({ ...zoom, x: zoom.x - by.x / zoom.scale, y: zoom.y - by.y / zoom.scale });

/** For an element that fills the pane, with its origin in the top left corner. */
export const zoomTransform = ({ scale, x, y }: Zoom): string =>
  `translate(${(0.5 - x * scale) * 100}%, ${(0.5 - y * scale) * 100}%) scale(${scale})`;
