import { ByteCursor, MalformedBox } from './byte-cursor.ts';
import { childBoxes, needChild } from './child-boxes.ts';
import type { InitTrack, SampleDefaults } from './moov.ts';

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

const NON_SYNC = 0x10000;

interface TrackDefaults extends SampleDefaults {
  trackId: number;
}

function parseTfhd(body: Uint8Array, tracks: readonly InitTrack[]): TrackDefaults {
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

function parseTfdt(body: Uint8Array): number {
  const cursor = new ByteCursor(body);
  return cursor.fullBox().version === 1 ? cursor.u64() : cursor.u32();
}

interface Run {
  samples: number;
  sizeBytes: number;
  durationTicks: number;
  longestSampleTicks: number;
  /** Relative to the decode time at which the run starts; undefined for an empty run. */
  earliestTicks: number | undefined;
  latestEndTicks: number;
  firstFlags: number;
  dataOffset: number | undefined;
}

function parseTrun(body: Uint8Array, defaults: TrackDefaults): Run {
  const cursor = new ByteCursor(body);
  const { version, flags } = cursor.fullBox();
  const samples = cursor.u32();
  const dataOffset = flags & 0x1 ? cursor.i32() : undefined;
  const firstSampleFlags = flags & 0x4 ? cursor.u32() : undefined;
  const bytesPerSample = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  if (samples * bytesPerSample > cursor.remaining) throw new MalformedBox('more samples than bytes');
  // Samples that use the defaults take no bytes of the table, so a few bytes may claim billions of samples: they are
  // counted as one step of that length.
  const [steps, perStep] = bytesPerSample === 0 ? [Math.min(samples, 1), samples] : [samples, 1];
  const run: Run = {
    samples,
    sizeBytes: 0,
    durationTicks: 0,
    longestSampleTicks: 0,
    earliestTicks: undefined,
    latestEndTicks: 0,
    firstFlags: firstSampleFlags ?? defaults.flags,
    dataOffset,
  };
  for (let i = 0; i < steps; i += 1) {
    const duration = flags & 0x100 ? cursor.u32() : defaults.durationTicks;
    const size = flags & 0x200 ? cursor.u32() : defaults.sizeBytes;
    const sampleFlags = flags & 0x400 ? cursor.u32() : defaults.flags;
    const composition = flags & 0x800 ? (version === 0 ? cursor.u32() : cursor.i32()) : 0;
    if (i === 0 && firstSampleFlags === undefined) run.firstFlags = sampleFlags;
    const presented = run.durationTicks + composition;
    run.earliestTicks = Math.min(run.earliestTicks ?? presented, presented);
    run.latestEndTicks = Math.max(run.latestEndTicks, presented + duration * perStep);
    run.sizeBytes += size * perStep;
    run.durationTicks += duration * perStep;
    run.longestSampleTicks = Math.max(run.longestSampleTicks, duration);
  }
  return run;
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
