import { createHash } from 'node:crypto';
import { ByteCursor, MalformedBox } from './byte-cursor.ts';
import { type ChildBox, childBoxes, findChild, needChild } from './child-boxes.ts';
import { readSampleEntry, type SampleEntry, type TrackFormat } from './sample-entry.ts';

export interface SampleDefaults {
  durationTicks: number;
  sizeBytes: number;
  flags: number;
}

export interface InitTrack {
  trackId: number;
  timescale: number;
  format: TrackFormat;
  defaults: SampleDefaults;
}

export interface InitFacts {
  tracks: InitTrack[];
  /** Equal for two segments if and only if they play with the same decoder configuration. */
  parameterHash: string;
}

const MAX_TRACKS = 16;

export function trackIdOf(tkhd: Uint8Array): number {
  const cursor = new ByteCursor(tkhd);
  cursor.skip(cursor.fullBox().version === 1 ? 16 : 8);
  return cursor.u32();
}

function timescaleOf(mdhd: Uint8Array): number {
  const cursor = new ByteCursor(mdhd);
  cursor.skip(cursor.fullBox().version === 1 ? 16 : 8);
  const timescale = cursor.u32();
  if (timescale === 0) throw new MalformedBox('timescale of zero');
  return timescale;
}

function handlerOf(hdlr: Uint8Array): string {
  const cursor = new ByteCursor(hdlr);
  cursor.skip(8);
  return cursor.fourcc();
}

function defaultsByTrack(moov: readonly ChildBox[]): Map<number, SampleDefaults> {
  const mvex = findChild(moov, 'mvex');
  const trexes = mvex === undefined ? [] : childBoxes(mvex).filter((child) => child.type === 'trex');
  return new Map(
    trexes.map(({ body }) => {
      const cursor = new ByteCursor(body);
      cursor.skip(4);
      const trackId = cursor.u32();
      cursor.skip(4);
      return [trackId, { durationTicks: cursor.u32(), sizeBytes: cursor.u32(), flags: cursor.u32() }];
    }),
  );
}

interface ParsedTrack {
  track: Omit<InitTrack, 'defaults'>;
  entry: SampleEntry;
}

function parseTrack(trak: Uint8Array): ParsedTrack {
  const children = childBoxes(trak);
  const media = childBoxes(needChild(children, 'mdia'));
  const samples = childBoxes(needChild(childBoxes(needChild(media, 'minf')), 'stbl'));
  const entry = readSampleEntry(handlerOf(needChild(media, 'hdlr')), needChild(samples, 'stsd'));
  const trackId = trackIdOf(needChild(children, 'tkhd'));
  return { track: { trackId, timescale: timescaleOf(needChild(media, 'mdhd')), format: entry.format }, entry };
}

/** Without times, bit rates and names, which differ between segments that one decoder can play. */
function hashParameters(tracks: readonly ParsedTrack[]): string {
  const parameters = tracks.map(({ track, entry }) => ({
    trackId: track.trackId,
    timescale: track.timescale,
    format: track.format,
    decoderConfig: Buffer.from(entry.decoderConfig).toString('hex'),
  }));
  return createHash('sha256').update(JSON.stringify(parameters)).digest('hex');
}

export function parseMoov(body: Uint8Array): InitFacts {
  const moov = childBoxes(body);
  const traks = moov.filter((child) => child.type === 'trak');
  if (traks.length === 0) throw new MalformedBox('no tracks');
  if (traks.length > MAX_TRACKS) throw new MalformedBox('too many tracks');
  const parsed = traks.map((trak) => parseTrack(trak.body));
  if (new Set(parsed.map(({ track }) => track.trackId)).size !== parsed.length) {
    throw new MalformedBox('track id used twice');
  }
  const defaults = defaultsByTrack(moov);
  const none = { durationTicks: 0, sizeBytes: 0, flags: 0 };
  return {
    tracks: parsed.map(({ track }) => ({ ...track, defaults: defaults.get(track.trackId) ?? none })),
    parameterHash: hashParameters(parsed),
  };
}
