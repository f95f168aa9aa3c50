import type { Span } from '../timeline/lane.ts';

const MINUTE_MS = 60_000;
const GRID_MS = 10 * MINUTE_MS;
const LENGTH_MS = 60 * MINUTE_MS;

/** The stretch of footage that is laid into a player around a moment. Neighbouring moments share it, so small seeks cost nothing. */
export function reelWindow(atMs: number): Span {
  const startMs = (Math.floor(atMs / GRID_MS) - 1) * GRID_MS;
  return { startMs, endMs: startMs + LENGTH_MS };
}

/** Near an end the moment would soon run out of it. */
export const isOnReel = ({ startMs, endMs }: Span, atMs: number): boolean => atMs >= startMs && atMs < endMs - 1_000;

/** A playlist that reaches into the present goes on growing; a player only asks again for one that says so. */
export function asGrowing(playlist: string): string {
  return playlist.replace('#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-PLAYLIST-TYPE:EVENT').replace('#EXT-X-ENDLIST', '');
}
