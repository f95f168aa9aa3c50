import { insidePolygon, type Polygon } from '../geometry/polygon.ts';

/** The coarse grid for a segment's motion: one bit per cell, row by row. */
export const MOTION_COLUMNS = 32;
export const MOTION_ROWS = 18;
const MOTION_CELLS = MOTION_COLUMNS * MOTION_ROWS;
export const MOTION_GRID_BYTES = MOTION_CELLS / 8;

export type MotionGrid = Uint8Array;

export const emptyGrid = (): MotionGrid => new Uint8Array(MOTION_GRID_BYTES);

/** A part of the frame as fractions: left, top, width, height. */
type FractionBox = readonly [number, number, number, number];

export function markBox(grid: MotionGrid, [left, top, width, height]: FractionBox): void {
  const column = (x: number) => Math.min(MOTION_COLUMNS - 1, Math.max(0, Math.floor(x * MOTION_COLUMNS)));
  const row = (y: number) => Math.min(MOTION_ROWS - 1, Math.max(0, Math.floor(y * MOTION_ROWS)));
  // A box that ends exactly on a boundary does not touch the next cell.
  const short = 1e-9;
  for (let y = row(top); y <= row(top + height - short); y += 1)
    for (let x = column(left); x <= column(left + width - short); x += 1) {
      const cell = y * MOTION_COLUMNS + x;
      grid[cell >> 3] = (grid[cell >> 3] as number) | (0x80 >> (cell & 7));
    }
}

export function joinGrids(into: MotionGrid, grid: MotionGrid): void {
  for (let i = 0; i < into.length; i += 1) into[i] = (into[i] as number) | (grid[i] as number);
}

export const isEmptyGrid = (grid: MotionGrid): boolean => grid.every((byte) => byte === 0);

/** As a string of zeros and ones, as in the database and the API. */
export const gridBits = (grid: MotionGrid): string =>
  Array.from(grid, (byte) => byte.toString(2).padStart(8, '0')).join('');

/** One for each pixel whose centre is inside a polygon. */
export function rasterMask(
  polygons: readonly Polygon[],
  { width, height }: { width: number; height: number },
): Uint8Array | undefined {
  if (polygons.length === 0) return undefined;
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const middle = [(x + 0.5) / width, (y + 0.5) / height] as const;
      if (polygons.some((polygon) => insidePolygon(middle, polygon))) mask[y * width + x] = 1;
    }
  return mask;
}
