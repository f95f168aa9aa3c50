import type { Interval } from '@holdfast/domain';
import { MalformedBox } from '../mp4/byte-cursor.ts';
import type { ByteSource, OpenedBytes } from '../mp4/byte-source.ts';
import { readSegment, type SegmentFacts } from '../mp4/segment-facts.ts';
import type { Fragment } from '../mp4/walk-segment.ts';

/** A recorded file of an export. */
export interface FootageSource {
  segmentId: number;
  open(): Promise<OpenedBytes>;
  /** Where it starts on the plan's timeline. */
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

/** Opens the file, and closes it afterwards. */
export async function withFootage<T>(source: FootageSource, work: (bytes: ByteSource) => Promise<T>): Promise<T> {
  const opened = await source.open();
  if (opened.kind === 'unreadable') throw new UnplayableFootage(source.segmentId);
  try {
    return await work(opened.source);
  } catch (error) {
    throw error instanceof MalformedBox ? new UnplayableFootage(source.segmentId) : error;
  } finally {
    await opened.close();
  }
}

export async function factsOf({ segmentId }: FootageSource, bytes: ByteSource): Promise<SegmentFacts> {
  const reading = await readSegment(bytes).catch(() => undefined);
  if (reading?.kind !== 'segment') throw new UnplayableFootage(segmentId);
  return reading.facts;
}

/** From the last keyframe at or before the start to the fragment that contains the end. */
export function fragmentsWithin(facts: SegmentFacts, mediaOffsetMs: number, wanted: Interval): Fragment[] {
  const starts = facts.fragments.map((fragment) => mediaOffsetMs + startMsOf(fragment, facts));
  const from = facts.fragments.findLastIndex(
    ({ startsWithKeyframe }, i) => startsWithKeyframe && (starts[i] ?? 0) <= wanted.startMs,
  );
  return facts.fragments.filter((_, i) => i >= from && (starts[i] ?? 0) < wanted.endMs);
}

/**
 * Start of the first picture on the plan's timeline: at or before the requested start, because footage starts at a keyframe.
 */
export function leadMsOf(first: FootageSource, wanted: Interval): Promise<number> {
  return withFootage(first, async (bytes) => {
    const facts = await factsOf(first, bytes);
    const [kept] = fragmentsWithin(facts, first.mediaOffsetMs, wanted);
    return kept ? first.mediaOffsetMs + startMsOf(kept, facts) : first.mediaOffsetMs;
  });
}

/** The earliest of its tracks, because nothing may start before zero. */
const startMsOf = ({ tracks }: Fragment, facts: SegmentFacts): number =>
  Math.min(...tracks.map(({ trackId, startTicks }) => Math.floor((startTicks * 1000) / timescaleOf(facts, trackId))));

/** The end of its pictures. */
export function endMsOf({ tracks }: Fragment, facts: SegmentFacts): number {
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
