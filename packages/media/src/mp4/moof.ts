import { ByteCursor, MalformedBox } from './byte-cursor.ts';
import { childBoxes, needChild } from './child-boxes.ts';
import type { InitTrack, SampleDefaults } from './moov.ts';
import { readTrun, type TrackRun } from './trun.ts';

export interface FragmentTrack {
  trackId: number;
  /** Decode time of the first sample, from tfdt. */
  startTicks: number;
  durationTicks: number;
  /** Presentation time of the earliest sample. */
  earliestTicks: number;
  /** Presentation time at which the last displayed sample ends. */
  latestEndTicks: number;
  longestSampleTicks: number;
  samples: number;
  startsWithKeyframe: boolean;
}

export interface ParsedMoof {
  tracks: FragmentTrack[];
  /** Byte range of all samples, relative to the start of the moof. */
  data: { start: number; end: number };
}

/** A flag of a sample: decoding it requires other samples. */
export const NON_SYNC = 0x10000;

interface TrackDefaults extends SampleDefaults {
  trackId: number;
}

export function parseTfhd(body: Uint8Array, tracks: readonly InitTrack[]): TrackDefaults {
  const cursor = new ByteCursor(body);
  const { flags } = cursor.fullBox();
  const trackId = cursor.u32();
  const track = tracks.find((candidate) => candidate.trackId === trackId);
  if (!track) throw new MalformedBox('fragment of an unknown track');
  // An absolute base offset is a file position, which becomes wrong when an index is inserted.
  if (flags & 0x1) throw new MalformedBox('absolute base data offset');
  if (flags & 0x2) cursor.skip(4);
  return {
    trackId,
    durationTicks: flags & 0x8 ? cursor.u32() : track.defaults.durationTicks,
    sizeBytes: flags & 0x10 ? cursor.u32() : track.defaults.sizeBytes,
    flags: flags & 0x20 ? cursor.u32() : track.defaults.flags,
  };
}

export function parseTfdt(body: Uint8Array): number {
  const cursor = new ByteCursor(body);
  return cursor.fullBox().version === 1 ? cursor.u64() : cursor.u32();
}

interface Run extends TrackRun {
  sizeBytes: number;
  durationTicks: number;
  longestSampleTicks: number;
  /** Relative to the decode time at which the run starts; undefined for an empty run. */
  earliestTicks: number | undefined;
  latestEndTicks: number;
  firstFlags: number;
}

function parseTrun(body: Uint8Array, defaults: TrackDefaults): Run {
  let [sizeBytes, durationTicks, longestSampleTicks, latestEndTicks] = [0, 0, 0, 0];
  let earliestTicks: number | undefined;
  let firstFlags = defaults.flags;
  const run = readTrun(body, defaults, (repeats, duration, size, flags, composition) => {
    const presented = durationTicks + composition;
    if (earliestTicks === undefined) firstFlags = flags;
    earliestTicks = Math.min(earliestTicks ?? presented, presented);
    latestEndTicks = Math.max(latestEndTicks, presented + duration * repeats);
    sizeBytes += size * repeats;
    durationTicks += duration * repeats;
    longestSampleTicks = Math.max(longestSampleTicks, duration);
  });
  return { ...run, sizeBytes, durationTicks, longestSampleTicks, earliestTicks, latestEndTicks, firstFlags };
}

interface Extent {
  start: number;
  end: number;
}

function parseTraf(body: Uint8Array, known: readonly InitTrack[]): { track: FragmentTrack; extents: Extent[] } {
  const children = childBoxes(body);
  const defaults = parseTfhd(needChild(children, 'tfhd'), known);
  const startTicks = parseTfdt(needChild(children, 'tfdt'));
  const runs = children.filter((child) => child.type === 'trun').map((child) => parseTrun(child.body, defaults));
  const track: FragmentTrack = {
    trackId: defaults.trackId,
    startTicks,
    durationTicks: 0,
    earliestTicks: startTicks,
    latestEndTicks: startTicks,
    longestSampleTicks: 0,
    samples: 0,
    startsWithKeyframe: false,
  };
  const extents: Extent[] = [];
  let nextData: number | undefined;
  for (const run of runs) {
    const start = run.dataOffset ?? nextData;
    if (start === undefined) throw new MalformedBox('samples without a position');
    nextData = start + run.sizeBytes;
    extents.push({ start, end: nextData });
    if (run.earliestTicks === undefined) continue;
    const earliest = startTicks + track.durationTicks + run.earliestTicks;
    if (track.samples === 0) {
      track.startsWithKeyframe = (run.firstFlags & NON_SYNC) === 0;
      track.earliestTicks = earliest;
    }
    track.earliestTicks = Math.min(track.earliestTicks, earliest);
    track.latestEndTicks = Math.max(track.latestEndTicks, startTicks + track.durationTicks + run.latestEndTicks);
    track.durationTicks += run.durationTicks;
    track.longestSampleTicks = Math.max(track.longestSampleTicks, run.longestSampleTicks);
    track.samples += run.samples;
  }
  if (!Number.isSafeInteger(startTicks + track.durationTicks)) throw new MalformedBox('times beyond exact range');
  return { track, extents };
}

export function parseMoof(body: Uint8Array, known: readonly InitTrack[]): ParsedMoof {
  const trafs = childBoxes(body).filter((child) => child.type === 'traf');
  const parsed = trafs.map((traf) => parseTraf(traf.body, known));
  const extents = parsed.flatMap((traf) => traf.extents);
  if (extents.length === 0) throw new MalformedBox('fragment without samples');
  const data = {
    start: extents.reduce((least, extent) => Math.min(least, extent.start), Number.POSITIVE_INFINITY),
    end: extents.reduce((most, extent) => Math.max(most, extent.end), 0),
  };
  return { tracks: parsed.map((traf) => traf.track), data };
}
