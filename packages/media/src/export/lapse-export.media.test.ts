import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LAPSE_RATE } from '@holdfast/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openByteSource } from '../mp4/byte-source.ts';
import type { ExportOrder } from './export-order.ts';
import { writeExport } from './write-export.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';
const SEGMENTS = 6;
const SEGMENT_MS = 2_000;
const tool = { ffmpegPath: 'ffmpeg', env: process.env };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-lapse-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Pictures with a keyframe every second, in files of two seconds. */
async function record(name: string, encoding: readonly string[]): Promise<string[]> {
  const target = join(folder, name);
  await mkdir(target);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=319x180:rate=10', '-t', String((SEGMENTS * SEGMENT_MS) / 1000)];
  const split = ['-f', 'segment', '-segment_time', '2', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  const encode = [...encoding, '-g', '10', '-pix_fmt', 'yuv444p', '-an'];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(target, '%03d.mp4')]);
  return (await readdir(target)).sort().map((file) => join(target, file));
}

async function order(paths: readonly string[], more: Partial<ExportOrder> = {}): Promise<ExportOrder> {
  return {
    sources: paths.map((path, id) => ({
      segmentId: id,
      open: () => openByteSource(path),
      mediaOffsetMs: id * SEGMENT_MS,
    })),
    wanted: { startMs: 0, endMs: SEGMENTS * SEGMENT_MS },
    audio: true,
    folder: await mkdtemp(join(folder, 'out-')),
    name: 'out.mp4',
    onFed: () => undefined,
    signal: new AbortController().signal,
    lapse: { speed: 4, onProgress: () => undefined },
    ...more,
  };
}

/** The hash of each shown picture. */
async function shownIn({ folder: target, name }: ExportOrder): Promise<string[]> {
  const { stdout } = await run('ffmpeg', ['-loglevel', 'error', '-i', join(target, name), '-f', 'framemd5', 'pipe:1']);
  return stdout.split('\n').flatMap((line) => (/^0,/.test(line) ? [line.split(',').at(-1)?.trim() ?? ''] : []));
}

it.each([
  ['H.264', ['-c:v', 'libx264', '-preset', 'ultrafast']],
  ['H.264 that is shown in another order than decoded', ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2']],
  ['H.265', ['-c:v', 'libx265', '-x265-params', 'log-level=error:open-gop=0', '-tag:v', 'hvc1']],
])('shows each keyframe of %s as long as the next is not due', async (name, encoding) => {
  const shares: number[] = [];
  const paths = await record(name.replaceAll(/\W/g, '').slice(0, 20), encoding);
  const given = await order(paths, { lapse: { speed: 4, onProgress: (share) => shares.push(share) } });
  expect(await writeExport(tool, given)).toMatchObject({ kind: 'written', covered: { endMs: 12_000 } });
  const shown = await shownIn(given);
  expect(shown).toHaveLength(3 * LAPSE_RATE);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(shares).toHaveLength(12);
});

it('reports a file that is missing, and stops when it is cancelled', async () => {
  const paths = await record('missing', ['-c:v', 'libx264', '-preset', 'ultrafast']);
  const given = await order(paths.map((path, id) => (id === 3 ? join(folder, 'none.mp4') : path)));
  expect(await writeExport(tool, given)).toEqual({ kind: 'unplayable', segmentId: 3 });
  const leaving = new AbortController();
  const left = await order(paths, {
    signal: leaving.signal,
    lapse: { speed: 4, onProgress: () => leaving.abort(new Error('left')) },
  });
  await expect(writeExport(tool, left)).rejects.toThrow('left');
});
