import { cutStretches, type FileStretch, type PlacedSegment, planExport } from '../export/plan-export.ts';
import type { PlayableSegment } from '../playback/plan-playback.ts';
import type { Interval } from '../time/interval.ts';

/** Footage of one format, cut to the clip. */
export interface ClipPiece<S extends PlayableSegment = PlayableSegment> {
  segments: PlacedSegment<S>[];
  /** The part of the segments' timeline that is shown. */
  wanted: Interval;
  /** When it was recorded, with offsets from the start of the piece. */
  stretches: FileStretch[];
}

/**
 * Cuts footage by the wall clock. Gaps are left out and move neither the first nor the last picture. Where a
 * piece overlaps the one before it, no moment is shown twice.
 */
export function planClip<S extends PlayableSegment>(segments: readonly S[], window: Interval): ClipPiece<S>[] {
  const pieces: ClipPiece<S>[] = [];
  let shownUntilMs = window.startMs;
  for (const file of planExport(segments.filter((segment) => overlaps(segment, window)))) {
    const wanted = {
      startMs: mediaTime(file.stretches, shownUntilMs, 'next'),
      endMs: mediaTime(file.stretches, window.endMs, 'previous'),
    };
    const stretches = cutStretches(file.stretches, wanted);
    const last = stretches.at(-1);
    if (!last) continue;
    pieces.push({ segments: file.segments.filter((segment) => isShown(segment, wanted)), wanted, stretches });
    shownUntilMs = Math.max(shownUntilMs, last.endMs);
  }
  return pieces;
}

export const clipLengthMs = (pieces: readonly ClipPiece[]): number =>
  pieces.reduce((sum, { wanted }) => sum + wanted.endMs - wanted.startMs, 0);

const overlaps = ({ startMs, durationMs }: PlayableSegment, window: Interval) =>
  startMs < window.endMs && startMs + durationMs > window.startMs;

const isShown = ({ mediaOffsetMs, durationMs }: PlacedSegment, { startMs, endMs }: Interval) =>
  mediaOffsetMs < endMs && mediaOffsetMs + durationMs > startMs;

/** The position of a moment in a file; of a moment in a gap, that of the footage after or before it, which is the same. */
function mediaTime(stretches: readonly FileStretch[], atMs: number, side: 'next' | 'previous'): number {
  const lengthOf = ({ startMs, endMs }: FileStretch) => endMs - startMs;
  if (side === 'next') {
    const stretch = stretches.find(({ endMs }) => endMs > atMs);
    if (stretch) return stretch.mediaOffsetMs + Math.max(0, atMs - stretch.startMs);
    const last = stretches.at(-1);
    return last ? last.mediaOffsetMs + lengthOf(last) : 0;
  }
  const stretch = stretches.findLast(({ startMs }) => startMs < atMs);
  return stretch ? stretch.mediaOffsetMs + Math.min(lengthOf(stretch), atMs - stretch.startMs) : 0;
}
