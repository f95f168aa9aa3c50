import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '@holdfast/db';
import { clockDifference, clockPicture, readClock } from '@holdfast/testkit';

const run = promisify(execFile);

export interface TestEvent {
  cameraId: string;
  startMs: number;
  endMs: number | null;
  sourceId?: string;
  label?: string;
  plate?: string;
  zones?: string[];
  snapshotUrl?: string;
}

/** An event as its source would store it; returns its id, which is that of its clip. */
export async function addEvent(db: Database, event: TestEvent): Promise<string> {
  const { id } = await db
    .insertInto('event')
    .values({
      cameraId: event.cameraId,
      sourceId: event.sourceId ?? 'external',
      providerEventId: randomUUID(),
      ts: new Date(event.startMs),
      endTs: event.endMs === null ? null : new Date(event.endMs),
      updatedAt: new Date(event.startMs),
      lifecycle: event.endMs === null ? 'update' : 'end',
      label: event.label ?? 'person',
      subLabel: event.plate ?? null,
      topScore: 0.8,
      zones: event.zones ?? [],
      recognizedPlate: event.plate ?? null,
      snapshotUrl: event.snapshotUrl ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface WatchedClip {
  durationMs: number;
  width: number;
  hasSound: boolean;
  codec: string;
  /** When each shown picture was taken, by the clock in the picture. */
  shownMs: number[];
}

/** Plays a clip of the test footage and reads the clock of every picture. */
export async function watchClip(mp4: Buffer, nearMs: number): Promise<WatchedClip> {
  return inFile(mp4, async (path) => {
    const fields = ['-show_entries', 'stream=codec_type,codec_name,width,duration', '-of', 'json'];
    const probed = await run('ffprobe', ['-loglevel', 'error', ...fields, path]);
    const { streams } = JSON.parse(probed.stdout) as { streams: Record<string, string>[] };
    const video = streams.find((stream) => stream.codec_type === 'video') ?? {};
    return {
      durationMs: Number(video.duration) * 1000,
      width: Number(video.width),
      codec: video.codec_name ?? '',
      hasSound: streams.some((stream) => stream.codec_type === 'audio'),
      shownMs: await shownIn(path, nearMs),
    };
  });
}

const seen = new Map<string, Promise<number[]>>();

/** When each shown picture was taken. Each clip is decoded once, identified by its bytes. */
export function watchPictures(mp4: Buffer, nearMs: number): Promise<number[]> {
  const key = `${createHash('sha256').update(mp4).digest('hex')} ${nearMs}`;
  const known = seen.get(key) ?? inFile(mp4, (path) => shownIn(path, nearMs));
  seen.set(key, known);
  return known;
}

async function inFile<T>(mp4: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-watch-'));
  try {
    const path = join(folder, 'clip.mp4');
    await writeFile(path, mp4);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function shownIn(path: string, nearMs: number): Promise<number[]> {
  const { width, height } = clockPicture;
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'],
      ...['-vf', `scale=${width}:${height}:flags=area`, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 1 << 28 },
  );
  const bytes = width * height * 4;
  return Array.from({ length: stdout.length / bytes }, (_, i) => {
    const clock = readClock(stdout.subarray(i * bytes, (i + 1) * bytes));
    return clock === undefined ? Number.NaN : nearMs + clockDifference(clock, nearMs);
  });
}
