import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { planClip } from '@holdfast/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openByteSource } from '../mp4/byte-source.ts';
import { readSegmentFacts } from '../mp4/segment-facts.ts';
import { type ClipOrder, createClipRenderer } from './write-clip.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx+negative_cts_offsets';
const START = Date.UTC(2026, 0, 1, 12);
const FRAME_MS = 100;
const render = createClipRenderer({ ffmpegPath: 'ffmpeg', env: process.env });

interface Footage {
  id: number;
  path: string;
  startMs: number;
  durationMs: number;
  parameterHash: string;
}

let folder: string;
/** Ten pictures a second with two B-frames, a keyframe every two seconds, four-second files with sound. */
let reordered: Footage[];
let large: Footage[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-clip-'));
  reordered = await record('reordered', ['-bf', '2'], '320x180');
  large = await record('large', ['-bf', '0'], '960x540');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function record(name: string, options: readonly string[], size: string): Promise<Footage[]> {
  const target = await mkdtemp(join(folder, name));
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10`, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const encode = ['-t', '16', '-c:v', 'libx264', '-preset', 'ultrafast', ...options, '-g', '20', '-c:a', 'aac'];
  const split = ['-f', 'segment', '-segment_time', '4', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(target, '%03d.mp4')]);
  const footage: Footage[] = [];
  let startMs = START;
  for (const file of (await readdir(target)).sort()) {
    const reading = await readSegmentFacts(join(target, file));
    if (reading.kind !== 'segment') throw new Error(file);
    const { durationMs, parameterHash } = reading.facts;
    footage.push({ id: footage.length, path: join(target, file), startMs, durationMs, parameterHash });
    startMs += durationMs;
  }
  return footage;
}

/** A clip of these seconds. */
async function order(
  footage: readonly Footage[],
  [from, to]: readonly [number, number],
  more: Partial<ClipOrder> = {},
) {
  const pieces = planClip(footage, { startMs: START + from * 1000, endMs: START + to * 1000 });
  const target = await mkdtemp(join(folder, 'out-'));
  return {
    pieces: pieces.map(({ segments, wanted }) => ({
      wanted,
      sources: segments.map(({ id, path, mediaOffsetMs }) => ({
        segmentId: id,
        open: () => openByteSource(path),
        mediaOffsetMs,
      })),
    })),
    quality: 'full' as const,
    isDownload: false,
    folder: target,
    name: 'clip.mp4',
    signal: new AbortController().signal,
    output: join(target, 'clip.mp4'),
    ...more,
  };
}

async function shapeOf(path: string) {
  const fields = ['-show_entries', 'stream=codec_type,codec_name,width,height,duration', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-loglevel', 'error', ...fields, path]);
  const { streams } = JSON.parse(stdout) as {
    streams: { codec_type: string; codec_name: string; width: number; height: number; duration: string }[];
  };
  const video = streams.find((stream) => stream.codec_type === 'video');
  return { ...video, durationMs: Number(video?.duration) * 1000, hasSound: streams.length === 2 };
}

/** Every picture that a player shows, small and grey. */
async function picturesOf(path: string): Promise<Buffer[]> {
  const args = ['-loglevel', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'];
  const { stdout } = await run(
    'ffmpeg',
    [...args, '-vf', 'scale=64:36:flags=area', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 1 << 26 },
  );
  return Array.from({ length: stdout.length / (64 * 36) }, (_, i) => stdout.subarray(i * 64 * 36, (i + 1) * 64 * 36));
}

const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

const recordedPictures = new Map<string, ReturnType<typeof picturesOf>>();
/** Decoded once for all questions. */
const recordedIn = (path: string) => {
  const known = recordedPictures.get(path) ?? picturesOf(path);
  recordedPictures.set(path, known);
  return known;
};

/** Which recorded picture this is. */
async function positionOf(picture: Buffer, footage: readonly Footage[]): Promise<number> {
  const all = (await Promise.all(footage.map(({ path }) => recordedIn(path)))).flat();
  const differences = all.map((one) => difference(one, picture));
  return differences.indexOf(Math.min(...differences));
}

describe('a clip in source quality', () => {
  it('is a copy that shows exactly its window, though it begins inside a group and ends among reordered pictures', async () => {
    const given = await order(reordered, [3.3, 9.7]);
    expect(await render(given)).toEqual({ kind: 'written', mode: 'copy', leadMs: 0 });
    const shape = await shapeOf(given.output);
    expect(shape).toMatchObject({ codec_name: 'h264', width: 320, hasSound: true });
    expect(Math.abs(shape.durationMs - 6_400)).toBeLessThanOrEqual(FRAME_MS);
    const shown = await picturesOf(given.output);
    expect(Math.abs(shown.length - 64)).toBeLessThanOrEqual(1);
    expect(Math.abs((await positionOf(shown[0] ?? Buffer.alloc(0), reordered)) - 33)).toBeLessThanOrEqual(1);
    expect(Math.abs((await positionOf(shown.at(-1) ?? Buffer.alloc(0), reordered)) - 96)).toBeLessThanOrEqual(1);
  });

  it('begins visibly at its keyframe when it leaves the product, and reports how much earlier that is', async () => {
    const given = await order(large, [3.3, 9.7], { isDownload: true });
    const written = await render(given);
    expect(written).toMatchObject({ kind: 'written', mode: 'copy' });
    const leadMs = written.kind === 'written' ? written.leadMs : 0;
    expect(Math.abs(leadMs - 1_300)).toBeLessThanOrEqual(FRAME_MS);
    const shown = await picturesOf(given.output);
    expect(Math.abs(shown.length - (6_400 + leadMs) / FRAME_MS)).toBeLessThanOrEqual(1);
    const { stdout } = await run('ffprobe', [
      ...['-loglevel', 'error', '-ignore_editlist', '1', '-select_streams', 'v', '-count_packets'],
      ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', given.output],
    ]);
    // Nothing is in the file that is not shown.
    expect(Number.parseInt(stdout, 10)).toBe(shown.length);
  });

  it('is encoded where the format changes, at the size of its first piece', async () => {
    const mixed = [...large.slice(0, 2), ...reordered.slice(2)];
    const given = await order(mixed, [6.5, 12.5]);
    expect(await render(given)).toMatchObject({ kind: 'written', mode: 'encode' });
    const shape = await shapeOf(given.output);
    expect(shape).toMatchObject({ width: 960, height: 540, hasSound: true });
    expect(Math.abs(shape.durationMs - 6_000)).toBeLessThanOrEqual(2 * FRAME_MS);
    expect(await readdir(given.folder)).toEqual(['clip.mp4']);
  });
});

describe('a preview', () => {
  it('is small, silent and shows exactly the window', async () => {
    const given = await order(large, [3.3, 9.7], { quality: 'preview' });
    expect(await render(given)).toEqual({ kind: 'written', mode: 'encode', leadMs: 0 });
    const shape = await shapeOf(given.output);
    expect(shape).toMatchObject({ codec_name: 'h264', width: 640, height: 360, hasSound: false });
    expect(Math.abs(shape.durationMs - 6_400)).toBeLessThanOrEqual(FRAME_MS);
    const [first] = await picturesOf(given.output);
    expect(Math.abs((await positionOf(first ?? Buffer.alloc(0), large)) - 33)).toBeLessThanOrEqual(1);
  });

  it('leaves out what was not recorded and keeps both ends', async () => {
    const given = await order([...large.slice(0, 1), ...large.slice(2)], [2, 10], { quality: 'preview' });
    await render(given);
    expect(Math.abs((await shapeOf(given.output)).durationMs - 4_000)).toBeLessThanOrEqual(2 * FRAME_MS);
  });
});

describe('a clip that cannot be written', () => {
  it('names the file that is missing or damaged', async () => {
    const broken = join(folder, 'broken.txt');
    await writeFile(broken, 'x'.repeat(2_000));
    for (const path of [broken, join(folder, 'none.mp4')])
      for (const quality of ['preview', 'full'] as const) {
        const footage = large.map((one) => (one.id === 1 ? { ...one, path } : one));
        expect(await render(await order(footage, [3, 9], { quality }))).toEqual({ kind: 'unplayable', segmentId: 1 });
      }
  });

  it('reports a missing and a failing ffmpeg', async () => {
    const given = await order(large, [3, 9]);
    for (const ffmpegPath of [join(folder, 'no-ffmpeg'), '/bin/false'])
      expect(await createClipRenderer({ ffmpegPath, env: {} })(given)).toMatchObject({ kind: 'failed' });
  });

  it('stops at once when no client waits any more', async () => {
    const leaving = new AbortController();
    const rendering = render(await order(large, [0, 16], { quality: 'preview', signal: leaving.signal }));
    leaving.abort(new Error('left'));
    await expect(rendering).rejects.toThrow('left');
  });
});
