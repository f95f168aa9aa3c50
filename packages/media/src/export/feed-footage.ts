import type { Interval } from '@holdfast/domain';
import { shiftMoof } from '../hls/shift-moof.ts';
import { MalformedBox } from '../mp4/byte-cursor.ts';
import type { ByteSource, OpenedBytes } from '../mp4/byte-source.ts';
import { readSegment, type SegmentFacts } from '../mp4/segment-facts.ts';
import type { Fragment } from '../mp4/walk-segment.ts';

export interface FootageSource {
  segmentId: number;
  open(): Promise<OpenedBytes>;
  mediaOffsetMs: number;
}

/** A file that existed when the export was planned is missing or damaged. */
export class UnplayableFootage extends Error {
  readonly segmentId: number;
  constructor(segmentId: number) {
    super(`segment ${segmentId} cannot be read`);
    this.segmentId = segmentId;
  }
}

export interface FootageFeed {
  /**
   * Start of the first picture on the plan's timeline: at or before the requested start, because footage starts at a
   * keyframe.
   */
  leadMs: number;
  pieces: AsyncGenerator<Uint8Array>;
  /** End of the last picture fed so far. */
  fedUntilMs(): number;
}

const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Concatenates recorded files to one fragmented MP4 that starts at zero: the header of the first file, then the
 * fragments of all.
 */
export async function feedFootage(
  sources: readonly FootageSource[],
  wanted: Interval,
  onFed: (bytes: number) => void,
): Promise<FootageFeed> {
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const leadMs = await firstPictureMs(first, wanted);
  let fedUntilMs = leadMs;
  const onFragment = (endMs: number) => {
    fedUntilMs = Math.max(fedUntilMs, endMs);
  };
  return { leadMs, pieces: pieces(sources, { wanted, leadMs, onFed, onFragment }), fedUntilMs: () => fedUntilMs };
}

/** Start of the first picture that is fed: of the keyframe at or before the wanted start. */
export const firstPictureMs = (first: FootageSource, wanted: Interval): Promise<number> =>
  withSegment(first, async (_, facts) => {
    const [kept] = fragmentsWithin(facts, first.mediaOffsetMs, wanted);
    return kept ? first.mediaOffsetMs + startMsOf(kept, facts) : first.mediaOffsetMs;
  });

interface Feeding {
  wanted: Interval;
  leadMs: number;
  onFed(bytes: number): void;
  onFragment(endMs: number): void;
}

async function* pieces(
  sources: readonly FootageSource[],
  { wanted, leadMs, onFed, onFragment }: Feeding,
): AsyncGenerator<Uint8Array> {
  let sequence = 1;
  for (const [index, source] of sources.entries()) {
    const opened = await source.open();
    if (opened.kind === 'unreadable') throw new UnplayableFootage(source.segmentId);
    try {
      const facts = await factsOf(source, opened.source);
      if (index === 0) yield await opened.source.read(0, facts.initLength);
      const timescales = new Map(facts.tracks.map(({ trackId, timescale }) => [trackId, timescale]));
      for (const fragment of fragmentsWithin(facts, source.mediaOffsetMs, wanted)) {
        for await (const piece of fragmentPieces(source, opened.source, fragment)) {
          if (piece.isFirst)
            shiftMoof(piece.bytes.subarray(0, fragment.moofSize), timescales, {
              offsetMs: source.mediaOffsetMs - leadMs,
              sequence,
            });
          yield piece.bytes;
          onFed(piece.bytes.length);
        }
        onFragment(source.mediaOffsetMs + endMsOf(fragment, facts));
        sequence += 1;
      }
    } catch (error) {
      throw error instanceof MalformedBox ? new UnplayableFootage(source.segmentId) : error;
    } finally {
      await opened.close();
    }
  }
}

async function* fragmentPieces({ segmentId }: FootageSource, source: ByteSource, fragment: Fragment) {
  const { offset, size, moofSize } = fragment;
  for (let sent = 0; sent < size; ) {
    const length = Math.min(size - sent, sent === 0 ? Math.max(moofSize, PIECE_BYTES) : PIECE_BYTES);
    const bytes = await source.read(offset + sent, length);
    // The file became shorter while it was read: the announced bytes are missing.
    if (bytes.length < length) throw new UnplayableFootage(segmentId);
    yield { bytes, isFirst: sent === 0 };
    sent += length;
  }
}

/** From the last keyframe at or before the start to the fragment that contains the end. */
function fragmentsWithin(facts: SegmentFacts, mediaOffsetMs: number, wanted: Interval): Fragment[] {
  const starts = facts.fragments.map((fragment) => mediaOffsetMs + startMsOf(fragment, facts));
  const from = facts.fragments.findLastIndex(
    ({ startsWithKeyframe }, i) => startsWithKeyframe && (starts[i] ?? 0) <= wanted.startMs,
  );
  return facts.fragments.filter((_, i) => i >= from && (starts[i] ?? 0) < wanted.endMs);
}

/** The earliest of its tracks, because nothing may start before zero. */
const startMsOf = ({ tracks }: Fragment, facts: SegmentFacts): number =>
  Math.min(...tracks.map(({ trackId, startTicks }) => Math.floor((startTicks * 1000) / timescaleOf(facts, trackId))));

function endMsOf({ tracks }: Fragment, facts: SegmentFacts): number {
  const video = facts.tracks.find(({ format }) => format.kind === 'video')?.trackId;
  const ends = tracks
    .filter(({ trackId }) => video === undefined || trackId === video)
    .map(
      ({ trackId, startTicks, durationTicks }) => ((startTicks + durationTicks) * 1000) / timescaleOf(facts, trackId),
    );
  return Math.round(Math.max(0, ...ends));
}

const timescaleOf = ({ tracks }: SegmentFacts, trackId: number): number =>
  tracks.find((track) => track.trackId === trackId)?.timescale ?? 1;

async function withSegment<T>(
  source: FootageSource,
  work: (bytes: ByteSource, facts: SegmentFacts) => Promise<T>,
): Promise<T> {
  const opened = await source.open();
  if (opened.kind === 'unreadable') throw new UnplayableFootage(source.segmentId);
  try {
    return await work(opened.source, await factsOf(source, opened.source));
  } finally {
    await opened.close();
  }
}

async function factsOf({ segmentId }: FootageSource, source: ByteSource): Promise<SegmentFacts> {
  const reading = await readSegment(source).catch(() => undefined);
  if (reading?.kind !== 'segment') throw new UnplayableFootage(segmentId);
  return reading.facts;
}
