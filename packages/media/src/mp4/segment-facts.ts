import { fileFault } from '@holdfast/kit';
import { type ByteSource, type OpenedBytes, openByteSource } from './byte-source.ts';
import type { InitFacts } from './moov.ts';
import type { TrackFormat } from './sample-entry.ts';
import type { Sidx } from './sidx.ts';
import { checkSidx, type SidxVerdict } from './sidx-check.ts';
import { type Fragment, type SegmentWalk, walkSegment } from './walk-segment.ts';

export interface SegmentTrack {
  trackId: number;
  timescale: number;
  format: TrackFormat;
  samples: number;
  startTicks: number;
  durationTicks: number;
  durationMs: number;
  /** Far above the frame interval when the camera stalled inside the segment. */
  longestSampleMs: number;
  sidx: SidxVerdict;
}

export interface SegmentFacts {
  sizeBytes: number;
  tracks: SegmentTrack[];
  /** Duration of the video track (of the longest track if there is no video), summed from its samples. */
  durationTicks: number;
  timescale: number;
  durationMs: number;
  fragments: Fragment[];
  /** The index boxes as found, correct or not. */
  sidxes: Sidx[];
  /** The initialization segment (ftyp and moov). */
  initLength: number;
  parameterHash: string;
  /** End of the last complete fragment. */
  completeBytes: number;
  /** Bytes after the last complete box. */
  tailBytes: number;
  /** The index is written last, so only a file that was closed properly has one and ends with a complete box. */
  finished: boolean;
}

export type SegmentReading =
  | { kind: 'segment'; facts: SegmentFacts }
  | { kind: 'too-small'; sizeBytes: number }
  | { kind: 'no-complete-fragment'; sizeBytes: number }
  | { kind: 'garbage'; reason: string }
  | { kind: 'unreadable'; code: string };

/** Smaller files have no pictures; they are left by streams that ended immediately. */
export const MIN_SEGMENT_BYTES = 512;

export const readSegmentFacts = async (path: string): Promise<SegmentReading> =>
  readOpenedSegment(await openByteSource(path));

/** Closes the bytes. */
export async function readOpenedSegment(opened: OpenedBytes): Promise<SegmentReading> {
  if (opened.kind === 'unreadable') return opened;
  try {
    return await readSegment(opened.source);
  } catch (error) {
    return { kind: 'unreadable', code: fileFault(error) };
  } finally {
    await opened.close().catch(() => undefined);
  }
}

export async function readSegment(source: ByteSource): Promise<SegmentReading> {
  const { sizeBytes } = source;
  if (sizeBytes < MIN_SEGMENT_BYTES) return { kind: 'too-small', sizeBytes };
  const walked = await walkSegment(source);
  if (walked.kind === 'garbage') return walked;
  const { walk } = walked;
  const { init, fragments } = walk;
  if (!init || fragments.length === 0) return { kind: 'no-complete-fragment', sizeBytes };
  return { kind: 'segment', facts: assembleFacts(walk, init, sizeBytes) };
}

function assembleFacts(walk: SegmentWalk, init: InitFacts, sizeBytes: number): SegmentFacts {
  const tracks = init.tracks.map((track): SegmentTrack => {
    const { trackId, timescale, format } = track;
    const parts = walk.fragments.flatMap((fragment) => fragment.tracks.filter((part) => part.trackId === trackId));
    const durationTicks = parts.reduce((sum, part) => sum + part.durationTicks, 0);
    const longestTicks = parts.reduce((longest, part) => Math.max(longest, part.longestSampleTicks), 0);
    return {
      trackId,
      timescale,
      format,
      samples: parts.reduce((sum, part) => sum + part.samples, 0),
      startTicks: parts[0]?.startTicks ?? 0,
      durationTicks,
      durationMs: toMs(durationTicks, timescale),
      longestSampleMs: toMs(longestTicks, timescale),
      sidx: judgeSidx(walk, { trackId, timescale }),
    };
  });
  const leading = tracks.find((track) => track.format.kind === 'video') ?? longest(tracks);
  const last = walk.fragments.at(-1);
  return {
    sizeBytes,
    tracks,
    durationTicks: leading?.durationTicks ?? 0,
    timescale: leading?.timescale ?? 1,
    durationMs: leading?.durationMs ?? 0,
    fragments: walk.fragments,
    sidxes: walk.sidxes,
    initLength: walk.initLength,
    parameterHash: init.parameterHash,
    completeBytes: last ? last.offset + last.size : walk.initLength,
    tailBytes: sizeBytes - walk.wholeBytes,
    finished: walk.sidxes.length > 0 && sizeBytes === walk.wholeBytes,
  };
}

const toMs = (ticks: number, timescale: number) => Math.round((ticks / timescale) * 1000);

const longest = (tracks: readonly SegmentTrack[]) =>
  tracks.reduce<SegmentTrack | undefined>((best, t) => (best && best.durationMs >= t.durationMs ? best : t), undefined);

function judgeSidx(walk: SegmentWalk, { trackId, timescale }: { trackId: number; timescale: number }): SidxVerdict {
  const own = walk.sidxes.filter((sidx) => sidx.trackId === trackId);
  const [sidx] = own;
  if (!sidx) return { kind: 'absent' };
  if (own.length > 1) return { kind: 'wrong', reason: 'more than one index' };
  return checkSidx({ sidx, timescale, fragments: walk.fragments });
}
