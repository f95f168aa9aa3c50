import { cutRuns, type ExportRun, type PlacedSegment, planExport } from '../export/plan-export.ts';
import type { PlayableSegment } from '../playback/plan-playback.ts';
import type { Interval } from '../time/interval.ts';

/** Footage of one format, cut to the clip. */
export interface ClipPiece<S extends PlayableSegment = PlayableSegment> {
  segments: PlacedSegment<S>[];
  /** The part of the segments' timeline that is shown. */
  wanted: Interval;
  /** When it was recorded, with offsets from the start of the piece. */
  runs: ExportRun[];
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
      startMs: mediaTime(file.runs, shownUntilMs, 'next'),
      endMs: mediaTime(file.runs, window.endMs, 'previous'),
    };
    const runs = cutRuns(file.runs, wanted);
    const last = runs.at(-1);
    if (!last) continue;
    pieces.push({ segments: file.segments.filter((segment) => isShown(segment, wanted)), wanted, runs });
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
function mediaTime(runs: readonly ExportRun[], atMs: number, side: 'next' | 'previous'): number {
  const lengthOf = ({ startMs, endMs }: ExportRun) => endMs - startMs;
  if (side === 'next') {
    const run = runs.find(({ endMs }) => endMs > atMs);
    if (run) return run.mediaOffsetMs + Math.max(0, atMs - run.startMs);
    const last = runs.at(-1);
    return last ? last.mediaOffsetMs + lengthOf(last) : 0;
  }
  const run = runs.findLast(({ startMs }) => startMs < atMs);
  return run ? run.mediaOffsetMs + Math.min(lengthOf(run), atMs - run.startMs) : 0;
}
