import type { ClipPiece } from './plan-clip.ts';

/** The recorded moment that represents a clip: its start, or the nearest picture to it. */
export function thumbnailMoment(pieces: readonly ClipPiece[], startMs: number): number | undefined {
  let best: number | undefined;
  for (const { stretches } of pieces)
    for (const stretch of stretches) {
      // The last picture begins before the end of its stretch.
      const nearest = Math.min(Math.max(startMs, stretch.startMs), Math.max(stretch.startMs, stretch.endMs - 1));
      if (best === undefined || Math.abs(nearest - startMs) < Math.abs(best - startMs)) best = nearest;
    }
  return best;
}
