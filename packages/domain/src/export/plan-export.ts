import { DATE_TOLERANCE_MS, type PlayableSegment, STRETCH_TOLERANCE_MS } from '../playback/plan-playback.ts';
import type { Interval } from '../time/interval.ts';

/** Footage without a hole in an exported file: a millisecond of it is one of the wall clock. */
export interface FileStretch extends Interval {
  /** Its offset in the file. */
  mediaOffsetMs: number;
}

export type PlacedSegment<S extends PlayableSegment = PlayableSegment> = S & { mediaOffsetMs: number };

/** One MP4. Holes are cut out; only a change of the video format begins another file. */
export interface ExportFilePlan<S extends PlayableSegment = PlayableSegment> {
  segments: PlacedSegment<S>[];
  stretches: FileStretch[];
}

/**
 * Within a stretch the file's time follows the wall clock, so that a long export does not drift. Where clocks make two segments
 * overlap, the later one starts at the end of the earlier: no picture is lost or shown twice. A camera with a fast clock falls
 * behind by that, so occasionally a new stretch begins with the correct time.
 */
export function planExport<S extends PlayableSegment>(segments: readonly S[]): ExportFilePlan<S>[] {
  const files: ExportFilePlan<S>[] = [];
  for (const segment of segments) {
    const file = files.at(-1);
    const previous = file?.segments.at(-1);
    const stretch = file?.stretches.at(-1);
    if (!file || !previous || !stretch || previous.parameterHash !== segment.parameterHash) {
      files.push({
        segments: [{ ...segment, mediaOffsetMs: 0 }],
        stretches: [{ ...spanOf(segment), mediaOffsetMs: 0 }],
      });
      continue;
    }
    const mediaEndMs = previous.mediaOffsetMs + previous.durationMs;
    const wallOffsetMs = stretch.mediaOffsetMs + segment.startMs - stretch.startMs;
    const isApart = Math.abs(segment.startMs - spanOf(previous).endMs) > STRETCH_TOLERANCE_MS;
    const mediaOffsetMs = isApart ? mediaEndMs : Math.max(mediaEndMs, wallOffsetMs);
    file.segments.push({ ...segment, mediaOffsetMs });
    if (isApart || mediaOffsetMs - wallOffsetMs > DATE_TOLERANCE_MS)
      file.stretches.push({ ...spanOf(segment), mediaOffsetMs });
    else stretch.endMs = stretch.startMs + mediaOffsetMs + segment.durationMs - stretch.mediaOffsetMs;
  }
  return files;
}

/** The part of a file between two of its own times, with its stretches cut and shifted to begin at zero. */
export function cutStretches(stretches: readonly FileStretch[], { startMs, endMs }: Interval): FileStretch[] {
  return stretches.flatMap((stretch) => {
    const from = Math.max(stretch.mediaOffsetMs, startMs);
    const to = Math.min(stretch.mediaOffsetMs + stretch.endMs - stretch.startMs, endMs);
    if (from >= to) return [];
    const wallOf = (mediaMs: number) => stretch.startMs + mediaMs - stretch.mediaOffsetMs;
    return [{ startMs: wallOf(from), endMs: wallOf(to), mediaOffsetMs: from - startMs }];
  });
}

/** Maps a wall-clock range to the file's own time. */
export function mediaRange(stretches: readonly FileStretch[], range: Interval): Interval {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return { startMs: 0, endMs: 0 };
  return {
    startMs: Math.max(0, range.startMs - first.startMs),
    endMs: last.mediaOffsetMs + Math.min(range.endMs, last.endMs) - last.startMs,
  };
}

const spanOf = ({ startMs, durationMs }: PlayableSegment): Interval => ({ startMs, endMs: startMs + durationMs });
