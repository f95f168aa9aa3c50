import type { Interval, LapsePicture } from '@holdfast/domain';
import { LAPSE_RATE, planLapse } from '@holdfast/domain';
import { movieHead } from '../movie/movie-head.ts';
import { MovieTrack } from '../movie/movie-track.ts';
import { childBoxes, needChild } from '../mp4/child-boxes.ts';
import { NON_SYNC } from '../mp4/moof.ts';
import { parseMoov } from '../mp4/moov.ts';
import { sampleRuns } from '../mp4/sample-runs.ts';
import { type FootageSource, factsOf, fragmentsWithin, UnplayableFootage, withFootage } from './footage-source.ts';
import type { CopiedBytes } from './plan-movie.ts';

export interface LapseMovie {
  /** All that comes before the samples. */
  head: Buffer;
  /** The keyframes, in order. */
  parts: { source: FootageSource; copied: CopiedBytes }[];
  pictures: LapsePicture[];
  /** When each keyframe of the footage is shown, since the start of the time-lapse's footage. */
  keyframesMs: number[];
  frames: number;
}

interface Keyframe extends CopiedBytes {
  source: FootageSource;
  atMs: number;
}

const TICKS_PER_FRAME = 1_000;

/** An MP4 of the keyframes that a time-lapse shows, each at the time of its first frame. Only they are read, not the footage. */
export async function planLapseMovie(
  sources: readonly FootageSource[],
  { wanted, leadMs, speed }: { wanted: Interval; leadMs: number; speed: number },
): Promise<LapseMovie> {
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const found: Keyframe[] = [];
  let recorded: Uint8Array = new Uint8Array();
  let trackId = 0;
  for (const source of sources) {
    const { moov, videoId, keyframes } = await keyframesOf(source, wanted);
    if (source === first) [recorded, trackId] = [moov, videoId];
    found.push(...keyframes);
  }
  const keyframesMs = found.map(({ atMs }) => atMs - leadMs);
  const { pictures, frames } = planLapse(keyframesMs, { lengthMs: wanted.endMs - leadMs, speed });
  const track = new MovieTrack({ trackId, timescale: LAPSE_RATE * TICKS_PER_FRAME });
  const parts: LapseMovie['parts'] = [];
  let dataBytes = 0;
  for (const { index, fromFrame, toFrame } of pictures) {
    const keyframe = found[index];
    if (!keyframe) continue;
    const { source, offset, length } = keyframe;
    track.startChunk(dataBytes);
    track.add({
      decodeTicks: fromFrame * TICKS_PER_FRAME,
      durationTicks: (toFrame - fromFrame) * TICKS_PER_FRAME,
      compositionTicks: 0,
      sizeBytes: length,
      isSync: true,
    });
    parts.push({ source, copied: { offset, length } });
    dataBytes += length;
  }
  if (parts.length === 0) throw new UnplayableFootage(first.segmentId);
  return { head: movieHead({ recorded, tracks: [track], dataBytes }), parts, pictures, keyframesMs, frames };
}

function keyframesOf(source: FootageSource, wanted: Interval) {
  return withFootage(source, async (bytes) => {
    const facts = await factsOf(source, bytes);
    const moov = needChild(childBoxes(await bytes.read(0, facts.initLength)), 'moov');
    const { tracks } = parseMoov(moov);
    const video = tracks.find(({ format }) => format.kind === 'video');
    if (!video) throw new UnplayableFootage(source.segmentId);
    const keyframes: Keyframe[] = [];
    for (const fragment of fragmentsWithin(facts, source.mediaOffsetMs, wanted)) {
      if (!fragment.startsWithKeyframe) continue;
      const runs = sampleRuns(await bytes.read(fragment.offset, fragment.moofSize), tracks);
      const run = runs.find((one) => one.trackId === video.trackId);
      if (!run) continue;
      const sample = firstSample(run);
      if (!sample) continue;
      const atMs = source.mediaOffsetMs + ((run.startTicks + sample.compositionTicks) * 1000) / video.timescale;
      keyframes.push({ source, atMs, offset: fragment.offset + run.dataOffset, length: sample.sizeBytes });
    }
    return { moov, videoId: video.trackId, keyframes };
  });
}

/** Undefined if it is not a keyframe after all. */
function firstSample(run: ReturnType<typeof sampleRuns>[number]) {
  let first: { sizeBytes: number; compositionTicks: number; isSync: boolean } | undefined;
  run.forEach((_repeats, _durationTicks, sizeBytes, flags, compositionTicks) => {
    first ??= { sizeBytes, compositionTicks, isSync: (flags & NON_SYNC) === 0 };
  });
  return first?.isSync ? first : undefined;
}
