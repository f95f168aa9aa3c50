import type { Span } from './lane.ts';
import { msPerPx, type TimeScale } from './time-scale.ts';

/** A piece of the timeline at one level of detail. */
export interface TileAddress {
  level: number;
  index: number;
}

const FINEST_MS = 250;
const COLUMNS = 1024;
/** Half a day per column, which is the widest zoom. */
export const COARSEST_LEVEL = 17;

/** Spans closer than this are merged: never more than one pixel column. */
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

/** The tiles of a view; `margin` extends it on both sides by fractions of its width, for prefetching. */
export function tilesFor(scale: TimeScale, level: number, margin = 0): TileAddress[] {
  const extraMs = (scale.endMs - scale.startMs) * margin;
  const spanMs = tileSpanMs(level);
  const first = Math.floor((scale.startMs - extraMs) / spanMs);
  const last = Math.floor((scale.endMs + extraMs) / spanMs);
  return Array.from({ length: last - first + 1 }, (_, i) => ({ level, index: first + i }));
}

const PREFETCHED_SHARE = 0.8;

/** The tiles to have loaded for a view, most important first: its own, those on both sides, and coarser ones for zooming out. */
export function tilesAround(scale: TimeScale): TileAddress[] {
  const level = levelFor(scale);
  return [...tilesFor(scale, level), ...tilesFor(scale, level, PREFETCHED_SHARE), ...tilesFor(scale, level + 2)];
}

export const tileKey = (cameraId: string, { level, index }: TileAddress): string => `${cameraId} ${level} ${index}`;

/** The tile one level coarser that contains this one. */
export const parentOf = ({ level, index }: TileAddress): TileAddress => ({
  level: level + 1,
  index: Math.floor(index / 2),
});
