import { jpegScale } from '@holdfast/domain';
import { runTool } from '../ffmpeg/run-tool.ts';
import { PICTURE_TRACK } from '../fragment/file-head.ts';
import { fragmentHead } from '../fragment/fragment-head.ts';
import type { ByteSource, OpenedBytes } from '../mp4/byte-source.ts';
import { firstSample } from '../mp4/first-sample.ts';
import { readSegment } from '../mp4/segment-facts.ts';
import { PRINT_TIME, printedTimes } from './print-time.ts';

export interface KeyframeSource {
  segmentId: number;
  open(): Promise<OpenedBytes>;
}

export interface KeyframeOrder {
  /** Of one camera and format; at most `MAX_KEYFRAMES`. */
  sources: readonly KeyframeSource[];
  width: number;
  /** 1 to 100. */
  quality: number;
  signal: AbortSignal;
}

export type KeyframeResult =
  /** By segment; those that could not be read or decoded are missing. */
  | { kind: 'ok'; pictures: Map<number, Buffer> }
  /** `isFootage`: the decoder refused it, and would again. Otherwise it was killed, took too long or is missing. */
  | { kind: 'failed'; reason: string; isFootage: boolean };

export type KeyframeDecoder = (order: KeyframeOrder) => Promise<KeyframeResult>;

/** More would not fit the line that is printed for each. */
export const MAX_KEYFRAMES = 120;
const MAX_INPUT_BYTES = 96 * 1024 * 1024;
const MAX_KEYFRAME_BYTES = 16 * 1024 * 1024;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const SECONDS_APART = 1;

/**
 * The first picture of many segments as small JPEGs, by one decoder process: starting a process costs more than decoding a
 * picture. Only the keyframes are read and decoded.
 */
export const createKeyframeDecoder =
  ({ ffmpegPath, timeoutMs = 60_000 }: { ffmpegPath: string; timeoutMs?: number }): KeyframeDecoder =>
  async ({ sources, width, quality, signal }) => {
    const keyframes = await readKeyframes(sources.slice(0, MAX_KEYFRAMES));
    if (keyframes.input.length === 0) return { kind: 'ok', pictures: new Map() };
    const result = await runTool({
      program: ffmpegPath,
      args: [
        ...['-hide_banner', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe'],
        // Smoothing block edges is not visible at this size.
        ...['-skip_loop_filter', 'all', '-f', 'mp4', '-i', 'pipe:0', '-map', '0:v:0', '-fps_mode', 'passthrough'],
        // The times, so that a picture that cannot be decoded does not shift the others.
        ...['-vf', [...PRINT_TIME, `scale=w=min(iw\\,${Math.trunc(width)}):h=-2:flags=bilinear`].join(',')],
        ...['-c:v', 'mjpeg', '-q:v', String(jpegScale(quality)), '-f', 'image2pipe', 'pipe:1'],
      ],
      input: Buffer.concat(keyframes.input),
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      signal,
      lowPriority: true,
    });
    if (result.kind !== 'done') {
      const stderr = result.kind === 'failed' ? result.stderr : '';
      return { kind: 'failed', reason: stderr || result.kind, isFootage: stderr !== '' };
    }
    return {
      kind: 'ok',
      pictures: assign(keyframes.segmentIds, splitJpegs(result.stdout), printedTimes(result.stderr)),
    };
  };

function assign(
  segmentIds: readonly number[],
  jpegs: readonly Buffer[],
  times: readonly number[],
): Map<number, Buffer> {
  const pictures = new Map<number, Buffer>();
  if (jpegs.length !== times.length) return pictures;
  jpegs.forEach((jpeg, i) => {
    const segmentId = segmentIds[Math.round((times[i] ?? -1) / SECONDS_APART)];
    if (segmentId !== undefined) pictures.set(segmentId, jpeg);
  });
  return pictures;
}

/** Concatenated JPEGs. In their data every 0xFF is followed by a zero or a restart marker, so an end marker is an end. */
export function splitJpegs(bytes: Buffer): Buffer[] {
  const jpegs: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(END_OF_IMAGE, start);
    if (end < 0) break;
    jpegs.push(bytes.subarray(start, end + 2));
    start = end + 2;
  }
  return jpegs;
}
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** One fragmented MP4 of keyframes, a second apart: the header of the first file, then a fragment for each. */
async function readKeyframes(sources: readonly KeyframeSource[]) {
  const found: { input: Uint8Array[]; segmentIds: number[] } = { input: [], segmentIds: [] };
  let bytes = 0;
  let format: { hash: string; timescale: number } | undefined;
  for (const { segmentId, open } of sources) {
    const opened = await open();
    if (opened.kind === 'unreadable') continue;
    try {
      const key = await readKeyframe(opened.source);
      if (!key || (format && format.hash !== key.hash) || bytes + key.sample.length > MAX_INPUT_BYTES) continue;
      if (!format) {
        format = { hash: key.hash, timescale: key.timescale };
        found.input.push(key.init);
      }
      const n = found.segmentIds.length;
      found.input.push(headOf(key.sample.length, { n, timescale: format.timescale }), key.sample);
      found.segmentIds.push(segmentId);
      bytes += key.sample.length;
    } finally {
      await opened.close();
    }
  }
  return found;
}

const headOf = (sizeBytes: number, { n, timescale }: { n: number; timescale: number }): Buffer => {
  const durationTicks = timescale * SECONDS_APART;
  const samples = [{ sizeBytes, durationTicks, offsetTicks: 0, isKeyframe: true }];
  const fragment = { from: 0, to: sizeBytes, samples, startTicks: n * durationTicks };
  return fragmentHead({ fragment, sequence: n + 1, fileStartTicks: 0 });
};

/** Undefined if the file is damaged or does not begin with a keyframe. */
async function readKeyframe(source: ByteSource) {
  const reading = await readSegment(source).catch(() => undefined);
  if (reading?.kind !== 'segment') return undefined;
  const { tracks, fragments, initLength, parameterHash } = reading.facts;
  const video = tracks.find(({ format }) => format.kind === 'video');
  const [first] = fragments;
  // Our own writer gives the video track this id; a file of another writer is decoded on its own.
  if (!video || video.trackId !== PICTURE_TRACK || !first?.startsWithKeyframe) return undefined;
  try {
    const { offset, size } = firstSample(await source.read(first.offset, first.moofSize), video.trackId);
    if (size > MAX_KEYFRAME_BYTES || offset + size > first.size) return undefined;
    const sample = await source.read(first.offset + offset, size);
    const init = await source.read(0, initLength);
    return { hash: parameterHash, timescale: video.timescale, init, sample };
  } catch {
    return undefined;
  }
}
