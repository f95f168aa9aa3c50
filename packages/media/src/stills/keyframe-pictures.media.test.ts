import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openByteSource } from '../mp4/byte-source.ts';
import { createKeyframeDecoder, splitJpegs } from './keyframe-pictures.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';
const decode = createKeyframeDecoder({ ffmpegPath: 'ffmpeg' });
const signal = new AbortController().signal;
let folder: string;
const files: Record<'h264' | 'h265', string[]> = { h264: [], h265: [] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-keyframes-'));
  for (const [codec, encoder] of [
    ['h264', ['libx264', '-bf', '2']],
    ['h265', ['libx265', '-x265-params', 'log-level=error', '-tag:v', 'hvc1']],
  ] as const) {
    const target = await mkdtemp(join(folder, codec));
    const source = [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:rate=10',
      '-f',
      'lavfi',
      '-i',
      'sine=sample_rate=48000',
    ];
    const encode = [
      '-t',
      '10',
      '-c:v',
      ...encoder,
      '-preset',
      'ultrafast',
      '-g',
      '20',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ];
    const split = ['-f', 'segment', '-segment_time', '2', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
    await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(target, '%03d.mp4')]);
    files[codec] = (await readdir(target)).sort().map((name) => join(target, name));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sources = (paths: readonly string[]) =>
  paths.map((path, i) => ({ segmentId: 100 + i, open: () => openByteSource(path) }));

async function grey(args: readonly string[], input?: Buffer): Promise<Buffer> {
  const child = run(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      ...args,
      '-frames:v',
      '1',
      '-vf',
      'scale=64:36:flags=area',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      'pipe:1',
    ],
    { encoding: 'buffer' },
  );
  child.child.stdin?.end(input);
  return (await child).stdout;
}
const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;

describe.each(['h264', 'h265'] as const)('the first pictures of %s files', (codec) => {
  it('are those of the files, small, by one process', async () => {
    const result = await decode({ sources: sources(files[codec]), width: 160, quality: 70, signal });
    if (result.kind !== 'ok') throw new Error(result.reason);
    expect([...result.pictures.keys()]).toEqual([100, 101, 102, 103, 104]);
    for (const [segmentId, jpeg] of result.pictures) {
      const path = files[codec][segmentId - 100] ?? '';
      const shown = await grey(['-f', 'mjpeg', '-i', 'pipe:0'], jpeg);
      expect(difference(shown, await grey(['-i', path]))).toBeLessThan(6);
    }
  });
});

describe('a file that cannot be used', () => {
  it('is left out, and shifts no other', async () => {
    const broken = join(folder, 'broken.mp4');
    await writeFile(broken, 'x'.repeat(3_000));
    const paths = files.h264.map((path, i) => (i === 1 ? broken : i === 3 ? join(folder, 'none') : path));
    const result = await decode({ sources: sources(paths), width: 160, quality: 70, signal });
    if (result.kind !== 'ok') throw new Error(result.reason);
    expect([...result.pictures.keys()]).toEqual([100, 102, 104]);
    const last = result.pictures.get(104) ?? Buffer.alloc(0);
    expect(
      difference(await grey(['-f', 'mjpeg', '-i', 'pipe:0'], last), await grey(['-i', paths[4] ?? ''])),
    ).toBeLessThan(6);
  });

  it('of another format is left out', async () => {
    const mixed = [...files.h264.slice(0, 2), ...files.h265.slice(0, 2)];
    const result = await decode({ sources: sources(mixed), width: 160, quality: 70, signal });
    expect(result.kind === 'ok' && [...result.pictures.keys()]).toEqual([100, 101]);
  });

  it('leaves nothing to decode', async () => {
    expect(await decode({ sources: [], width: 160, quality: 70, signal })).toEqual({ kind: 'ok', pictures: new Map() });
  });
});

it('reports a missing ffmpeg', async () => {
  const missing = createKeyframeDecoder({ ffmpegPath: join(folder, 'no-ffmpeg') });
  expect(await missing({ sources: sources(files.h264), width: 160, quality: 70, signal })).toMatchObject({
    kind: 'failed',
  });
});

it('splits pictures at their end markers', () => {
  const one = Buffer.from([0xff, 0xd8, 1, 0xff, 0x00, 2, 0xff, 0xd9]);
  const other = Buffer.from([0xff, 0xd8, 3, 0xff, 0xd9]);
  expect(splitJpegs(Buffer.concat([one, other]))).toEqual([one, other]);
  expect(splitJpegs(Buffer.concat([one, other.subarray(0, 3)]))).toEqual([one]);
});
