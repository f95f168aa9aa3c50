import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clockLines, cutStretches, planExport } from '@holdfast/domain';
import { packetsOfEach } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openByteSource } from '../mp4/byte-source.ts';
import { readSegmentFacts } from '../mp4/segment-facts.ts';
import type { ExportOrder } from './export-order.ts';
import { writeExport } from './write-export.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';
const START = Date.UTC(2026, 0, 1, 12);
const whole = { startMs: 0, endMs: Number.POSITIVE_INFINITY };
const tool = { ffmpegPath: 'ffmpeg', env: process.env };
let folder: string;
let files: string[];

async function record(name: string, video: readonly string[]): Promise<string[]> {
  const target = join(folder, name);
  await mkdir(target);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10', '-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const encode = ['-t', '12', '-c:v', 'libx264', '-g', '10', ...video, '-c:a', 'aac'];
  const split = ['-f', 'segment', '-segment_time', '2', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(target, '%03d.mp4')]);
  return (await readdir(target)).sort().map((file) => join(target, file));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-export-'));
  files = await record('plain', ['-preset', 'ultrafast']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A minute in the middle was not recorded. */
async function plan(recorded = files) {
  let startMs = START;
  const segments = [];
  for (const [id, path] of recorded.entries()) {
    const reading = await readSegmentFacts(path);
    if (reading.kind !== 'segment') throw new Error(path);
    if (id === 3) startMs += 60_000;
    segments.push({ id, startMs, durationMs: reading.facts.durationMs, parameterHash: 'a' });
    startMs += reading.facts.durationMs;
  }
  const [file] = planExport(segments);
  if (!file) throw new Error('no plan');
  return file;
}

async function order(more: Partial<ExportOrder> = {}, recorded = files): Promise<ExportOrder & { output: string }> {
  const { segments } = await plan(recorded);
  const target = await mkdtemp(join(folder, 'out-'));
  return {
    sources: segments.map(({ id, mediaOffsetMs }) => ({
      segmentId: id,
      open: () => openByteSource(recorded[id] ?? ''),
      mediaOffsetMs,
    })),
    wanted: whole,
    audio: true,
    folder: target,
    name: 'out.mp4',
    onFed: () => undefined,
    signal: new AbortController().signal,
    output: join(target, 'out.mp4'),
    ...more,
  };
}

const streams = ['v:0', 'a:0'] as const;

async function packetsOf(path: string, stream: (typeof streams)[number]) {
  const [packets = []] = await packetsOfEach([path], stream);
  return packets;
}

it('copies every picture and all sound once, evenly, also across the gap', async () => {
  const given = await order();
  expect(await writeExport(tool, given)).toMatchObject({ kind: 'written', covered: { startMs: 0 } });
  let times: number[] = [];
  for (const stream of streams) {
    const [written = [], ...recorded] = await packetsOfEach([given.output, ...files], stream);
    expect(written.map(({ hash }) => hash)).toEqual(recorded.flat().map(({ hash }) => hash));
    if (stream === 'v:0') times = written.map(({ ptsSeconds }) => ptsSeconds);
  }
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(0.125);
  expect(Math.min(...steps)).toBeGreaterThan(0.075);
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', given.output, '-f', 'null', '-']);
  expect(stderr).toBe('');
});

describe('pictures that are shown in another order than decoded', () => {
  it('keep their order, their distance and their sound', async () => {
    const recorded = await record('reordered', ['-preset', 'veryfast', '-bf', '2']);
    const given = await order({}, recorded);
    expect(await writeExport(tool, given)).toMatchObject({ kind: 'written' });
    const [pictures = [], ...recordedPictures] = await packetsOfEach([given.output, ...recorded], 'v:0');
    const [sound = [], ...recordedSound] = await packetsOfEach([given.output, ...recorded], 'a:0');
    const hashes = (packets: readonly { hash: string }[]) => packets.map(({ hash }) => hash);
    expect(hashes(pictures)).toEqual(hashes(recordedPictures.flat()));
    expect(hashes(sound)).toEqual(hashes(recordedSound.flat()));
    const first = recordedPictures[0]?.map(({ ptsSeconds }) => ptsSeconds) ?? [];
    expect(first).not.toEqual(first.toSorted((a, b) => a - b));
    const shown = pictures.map(({ ptsSeconds }) => ptsSeconds).sort((a, b) => a - b);
    const pictureAfterSound = Math.min(...first) - (recordedSound[0]?.[0]?.ptsSeconds ?? 0);
    expect(pictureAfterSound).toBeGreaterThan(0.1);
    expect(shown[0]).toBeCloseTo(pictureAfterSound, 2);
    expect(sound[0]?.ptsSeconds).toBe(0);
    const steps = shown.slice(1).map((time, i) => time - (shown[i] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(0.125);
    expect(Math.min(...steps)).toBeGreaterThan(0.075);
    const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', given.output, '-f', 'null', '-']);
    expect(stderr).toBe('');
  });
});

it('has its index before its pictures, so that a player can start before it has everything', async () => {
  const given = await order();
  await writeExport(tool, given);
  await using file = await open(given.output);
  const { buffer } = await file.read(Buffer.alloc(40_000), 0, 40_000, 0);
  expect(buffer.indexOf('moov')).toBeGreaterThan(0);
  expect(buffer.indexOf('moov')).toBeLessThan(buffer.indexOf('mdat'));
});

it('starts at the keyframe before the requested start and ends with the fragment that contains the end', async () => {
  const given = await order({ wanted: { startMs: 1_500, endMs: 4_200 }, audio: false });
  const result = await writeExport(tool, given);
  if (result.kind !== 'written') throw new Error(JSON.stringify(result));
  expect(Math.abs(result.covered.startMs - 1_000)).toBeLessThan(100);
  const pictures = await packetsOf(given.output, 'v:0');
  expect(pictures).toHaveLength(40);
  expect(pictures[0]?.ptsSeconds).toBeLessThan(0.1);
  const { stdout } = await run('ffprobe', ['-loglevel', 'error', '-show_entries', 'stream=codec_type', given.output]);
  expect(stdout).toContain('codec_type=video');
  expect(stdout).not.toContain('codec_type=audio');
});

async function pictureAt(path: string, second: number): Promise<Buffer> {
  const args = ['-loglevel', 'error', '-ss', String(second), '-i', path, '-frames:v', '1'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'], {
    encoding: 'buffer',
  });
  return stdout;
}

/** Mean difference in the corner with the clock. */
function cornerDifference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let y = 6; y < 12; y += 1) for (let x = 6; x < 100; x += 1) sum += Math.abs(a[y * 320 + x]! - b[y * 320 + x]!);
  return sum / (6 * 94);
}

it('draws the clock and cuts exactly', async () => {
  const plain = await order();
  await writeExport(tool, plain);
  const { stretches } = await plan();
  const clock = (leadMs: number) =>
    clockLines(cutStretches(stretches, { startMs: leadMs, endMs: 60_000 }), 'Europe/Berlin');
  const drawn = await order({ clock, wanted: { startMs: 1_500, endMs: 4_500 } });
  expect(await writeExport(tool, drawn)).toEqual({ kind: 'written', covered: { startMs: 1_500, endMs: 4_500 } });
  expect((await packetsOf(drawn.output, 'v:0')).length).toBe(30);
  const moment = await pictureAt(drawn.output, 0.2);
  expect(cornerDifference(moment, await pictureAt(plain.output, 1.7))).toBeGreaterThan(20);
});

it('reports the file that is missing or damaged', async () => {
  const broken = join(folder, 'broken.txt');
  await writeFile(broken, 'x'.repeat(2_000));
  for (const path of [broken, join(folder, 'none.mp4')]) {
    const given = await order();
    const sources = given.sources.map((source) =>
      source.segmentId === 4 ? { ...source, open: () => openByteSource(path) } : source,
    );
    expect(await writeExport(tool, { ...given, sources })).toEqual({ kind: 'unplayable', segmentId: 4 });
  }
});

it('stops at once when aborted', async () => {
  const leaving = new AbortController();
  const given = await order({ signal: leaving.signal, onFed: () => leaving.abort(new Error('left')) });
  await expect(writeExport(tool, given)).rejects.toThrow('left');
});

it('reports when nothing can be written', async () => {
  const given = await order();
  await rm(given.folder, { recursive: true });
  expect(await writeExport(tool, { ...given, folder: given.folder })).toMatchObject({ kind: 'failed' });
});
