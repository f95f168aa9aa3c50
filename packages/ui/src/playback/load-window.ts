import type { Span } from '../timeline/lane.ts';

const MINUTE_MS = 60_000;
const GRID_MS = 10 * MINUTE_MS;
const LENGTH_MS = 60 * MINUTE_MS;

/** The window of footage that a player loads around a moment. Neighbouring moments share it, so small seeks load nothing. */
export function loadWindow(atMs: number): Span {
  const startMs = (Math.floor(atMs / GRID_MS) - 1) * GRID_MS;
  return { startMs, endMs: startMs + LENGTH_MS };
}

/** Excludes the last second, which would run out at once. */
export const isInLoadWindow = ({ startMs, endMs }: Span, atMs: number): boolean =>
  atMs >= startMs && atMs < endMs - 1_000;

/** Marks a playlist that reaches the present as growing, because a player only refreshes those. */
export function asGrowing(playlist: string): string {
  return playlist.replace('#EXT-X-PLAYLIST-TYPE:VOD', '#EXT-X-PLAYLIST-TYPE:EVENT').replace('#EXT-X-ENDLIST', '');
}
