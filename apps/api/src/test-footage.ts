import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { findDefaultStorageId, insertSegments } from '@holdfast/db';
import { type StreamName, segmentName } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import { clockPicture, drawClock } from '@holdfast/testkit';
import type { TestApp } from './test-app.ts';

/** The target of footage: an index, and a data folder whose default storage is `footage`. */
export type TestArchive = Pick<TestApp, 'db' | 'dataDir'>;

const run = promisify(execFile);

const RATE = 10;
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';

export interface TestFootage {
  cameraId: string;
  stream?: StreamName;
  /** Wall-clock seconds per second of the camera's clock. */
  clockRate?: number;
  /** The scale of the picture: another size means another format. */
  scale?: number;
  startMs: number;
  /** Of footage; gaps are added. */
  seconds: number;
  segmentSeconds?: number;
  codec?: 'h264' | 'h265';
  hasSound?: boolean;
  /** The camera was offline for a minute after this many seconds of footage. */
  gapsAfterSeconds?: readonly number[];
}

export const TEST_GAP_MS = 60_000;

/** Real footage of a clock that shows the time of each picture, stored and indexed like the recorder does. */
export async function addTestFootage(test: TestArchive, footage: TestFootage): Promise<number[]> {
  const drafts = await mkdtemp(join(tmpdir(), 'holdfast-footage-'));
  try {
    await render(drafts, footage);
    await storeAndIndex(test, drafts, footage);
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  const rows = await test.db
    .selectFrom('segment')
    .select('id')
    .where('cameraId', '=', footage.cameraId)
    .where('stream', '=', footage.stream ?? 'main')
    .orderBy('startTs')
    .execute();
  return rows.map(({ id }) => id);
}

/** The wall-clock time after this much footage. */
const momentOf = ({ startMs, clockRate = 1, gapsAfterSeconds = [] }: TestFootage, mediaMs: number) =>
  startMs + mediaMs * clockRate + TEST_GAP_MS * gapsAfterSeconds.filter((seconds) => mediaMs >= seconds * 1000).length;

async function render(folder: string, footage: TestFootage): Promise<void> {
  const { seconds, segmentSeconds = 2, scale = 1 } = footage;
  const { width, height } = clockPicture;
  const pictures = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-video_size',
    `${width}x${height}`,
    '-framerate',
    String(RATE),
    '-i',
    'pipe:0',
  ];
  const tone = ['-i', await encodedTone(seconds), '-t', String(seconds)];
  const sound = footage.hasSound === false ? [] : tone;
  const video =
    footage.codec === 'h265'
      ? ['-c:v', 'libx265', '-x265-params', 'log-level=error:open-gop=0', '-tag:v', 'hvc1']
      : ['-c:v', 'libx264'];
  const enlarge = scale === 1 ? [] : ['-vf', `scale=${width * scale}:${height * scale}:flags=neighbor`];
  const encode = [
    ...enlarge,
    ...video,
    '-preset',
    'ultrafast',
    '-g',
    String(RATE),
    '-pix_fmt',
    'yuv420p',
    // More threads cost more than such small pictures.
    '-threads',
    '1',
    '-c:a',
    'copy',
  ];
  const segments = [
    '-f',
    'segment',
    '-segment_time',
    String(segmentSeconds),
    '-reset_timestamps',
    '1',
    '-segment_format_options',
    FLAGS,
  ];
  const args = ['-loglevel', 'error', ...pictures, ...sound, ...encode, ...segments, join(folder, '%05d.mp4')];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(ffmpeg, 'close');
  Readable.from(clockPictures(footage)).pipe(ffmpeg.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

const TONES = join(import.meta.dirname, '../../../.cache/test-tones');
const tones = new Map<number, Promise<string>>();

/** Sound takes longer to encode than these pictures, and none differs: each length is encoded once, and kept. */
function encodedTone(seconds: number): Promise<string> {
  const minutes = Math.ceil(seconds / 60);
  const tone = tones.get(minutes) ?? keepTone(minutes);
  tones.set(minutes, tone);
  return tone;
}

async function keepTone(minutes: number): Promise<string> {
  const path = join(TONES, `${minutes}-minutes.m4a`);
  if (existsSync(path)) return path;
  await mkdir(TONES, { recursive: true });
  // Test processes run side by side: none may see what another one is still writing.
  const draft = join(TONES, `${minutes}-minutes-${process.pid}.m4a`);
  await encodeTone(draft, minutes * 60);
  await rename(draft, path);
  return path;
}

async function encodeTone(path: string, seconds: number): Promise<void> {
  const sine = ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${seconds}`];
  await run('ffmpeg', ['-loglevel', 'error', ...sine, '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '24k', '-y', path]);
}

function* clockPictures(footage: TestFootage): Generator<Uint8Array> {
  for (let i = 0; i < footage.seconds * RATE; i += 1) yield drawClock(momentOf(footage, (i * 1000) / RATE));
}

async function storeAndIndex(test: TestArchive, drafts: string, footage: TestFootage): Promise<void> {
  const { cameraId, stream = 'main' } = footage;
  const storageId = await findDefaultStorageId(test.db);
  let mediaMs = 0;
  for (const draft of (await readdir(drafts)).sort()) {
    const reading = await readSegmentFacts(join(drafts, draft));
    if (reading.kind !== 'segment') throw new Error(`no segment was made: ${JSON.stringify(reading)}`);
    const { durationMs, sizeBytes, parameterHash } = reading.facts;
    // Half a picture of slack: rounded durations must not put a segment on the wrong side of a gap.
    const at = momentOf(footage, mediaMs + 500 / RATE) - 500 / RATE;
    const startTs = new Date(Math.floor(at / 1000) * 1000);
    const path = join(cameraId, stream, segmentName(startTs.getTime()));
    const target = join(test.dataDir, 'footage', path);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(drafts, draft), target);
    const times = { startTs, preciseStartTs: new Date(at), durationMs, endTs: new Date(at + durationMs) };
    await insertSegments(test.db, [{ cameraId, stream, ...times, storageId, path, sizeBytes, parameterHash }]);
    mediaMs += durationMs;
  }
}
