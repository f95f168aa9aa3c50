import type { Span } from './lane.ts';
import { msPerPx, type TimeScale } from './time-scale.ts';

/** One piece of every camera's timeline at one level of detail. */
export interface TileAddress {
  level: number;
  index: number;
}

const FINEST_MS = 250;
const COLUMNS = 1024;
/** The coarsest shows half a day in a column; nobody zooms out further. */
export const COARSEST_LEVEL = 17;

/** What is closer than this is one: never more than the column of pixels it would be painted in. */
export const resolutionOf = (level: number): number => FINEST_MS * 2 ** level;

export const tileSpanMs = (level: number): number => resolutionOf(level) * COLUMNS;

export const tileRange = ({ level, index }: TileAddress): Span => ({
  startMs: index * tileSpanMs(level),
  endMs: (index + 1) * tileSpanMs(level),
});

export function levelFor(scale: TimeScale): number {
  const level = Math.floor(Math.log2(msPerPx(scale) / FINEST_MS));
  return Math.min(COARSEST_LEVEL, Math.max(0, level));
}

/** The tiles a view needs; `margin` in shares of the view on both sides, for what comes into sight next. */
export function tilesFor(scale: TimeScale, level: number, margin = 0): TileAddress[] {
  const extraMs = (scale.endMs - scale.startMs) * margin;
  const spanMs = tileSpanMs(level);
  const first = Math.floor((scale.startMs - extraMs) / spanMs);
  const last = Math.floor((scale.endMs + extraMs) / spanMs);
  return Array.from({ length: last - first + 1 }, (_, i) => ({ level, index: first + i }));
}

export const tileKey = (cameraId: string, { level, index }: TileAddress): string => `${cameraId} ${level} ${index}`;

/** The tile one level coarser that covers this one whole. */
export const parentOf = ({ level, index }: TileAddress): TileAddress => ({
  level: level + 1,
  index: Math.floor(index / 2),
});
