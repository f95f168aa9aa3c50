import type { Interval } from '@holdfast/domain';
import { movieHead } from '../movie/movie-head.ts';
import { MovieTrack } from '../movie/movie-track.ts';
import type { ByteSource } from '../mp4/byte-source.ts';
import { childBoxes, needChild } from '../mp4/child-boxes.ts';
import { NON_SYNC } from '../mp4/moof.ts';
import { type InitTrack, parseMoov } from '../mp4/moov.ts';
import { type SampleRun, sampleRuns } from '../mp4/sample-runs.ts';
import { endMsOf, type FootageSource, factsOf, fragmentsWithin, withFootage } from './footage-source.ts';

/** Bytes of a recorded file that are copied as they are. */
export interface CopiedBytes {
  offset: number;
  length: number;
}

export interface MoviePlan {
  /** All that comes before the samples. */
  head: Buffer;
  parts: { source: FootageSource; copied: CopiedBytes[] }[];
  /** End of the last picture on the plan's timeline. */
  endMs: number;
}

export interface MovieOptions {
  wanted: Interval;
  /** Where the movie starts on the plan's timeline. */
  leadMs: number;
  audio: boolean;
}

/** Reads the indexes of the recorded files and plans a plain MP4 of their samples. */
export async function planMovie(sources: readonly FootageSource[], wish: MovieOptions): Promise<MoviePlan> {
  const [first] = sources;
  if (!first) throw new Error('an export needs at least one file');
  const recorded = await withFootage(first, async (bytes) => (await initOf(first, bytes)).moov);
  const tracks = new Map(
    parseMoov(recorded)
      .tracks.filter(({ format: { kind } }) => kind === 'video' || (kind === 'audio' && wish.audio))
      .map((track) => [track.trackId, new MovieTrack(track)]),
  );
  const parts: MoviePlan['parts'] = [];
  let [dataBytes, endMs] = [0, wish.leadMs];
  for (const source of sources) {
    const copied: CopiedBytes[] = [];
    parts.push({ source, copied });
    await withFootage(source, async (bytes) => {
      const { facts, known } = await initOf(source, bytes);
      for (const fragment of fragmentsWithin(facts, source.mediaOffsetMs, wish.wanted)) {
        const runs = sampleRuns(await bytes.read(fragment.offset, fragment.moofSize), known);
        for (const run of runs) {
          const track = tracks.get(run.trackId);
          if (!track) continue;
          track.startChunk(dataBytes);
          addSamples(track, run, source.mediaOffsetMs - wish.leadMs);
          addRange(copied, { offset: fragment.offset + run.dataOffset, length: run.sizeBytes });
          dataBytes += run.sizeBytes;
        }
        endMs = Math.max(endMs, source.mediaOffsetMs + endMsOf(fragment, facts));
      }
    });
  }
  const filled = [...tracks.values()].filter(({ samples }) => samples > 0);
  return { head: movieHead({ recorded, tracks: filled, dataBytes }), parts, endMs };
}

async function initOf(source: FootageSource, bytes: ByteSource) {
  const facts = await factsOf(source, bytes);
  const moov = needChild(childBoxes(await bytes.read(0, facts.initLength)), 'moov');
  const known: InitTrack[] = parseMoov(moov).tracks;
  return { facts, moov, known };
}

function addSamples(track: MovieTrack, run: SampleRun, offsetMs: number): void {
  let decodeTicks = run.startTicks + Math.round((offsetMs * track.timescale) / 1000);
  run.forEach((repeats, durationTicks, sizeBytes, flags, compositionTicks) => {
    const isSync = (flags & NON_SYNC) === 0;
    for (let i = 0; i < repeats; i += 1) {
      track.add({ decodeTicks, durationTicks, compositionTicks, sizeBytes, isSync });
      decodeTicks += durationTicks;
    }
  });
}

/** Neighbouring ranges are copied at once. */
function addRange(copied: CopiedBytes[], range: CopiedBytes): void {
  const last = copied.at(-1);
  if (last && last.offset + last.length === range.offset) last.length += range.length;
  else copied.push(range);
}
