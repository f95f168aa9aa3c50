import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findDefaultStorageId, insertSegments } from '@holdfast/db';
import { segmentName } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';

export interface TestFootage {
  cameraId: string;
  startMs: number;
  seconds: number;
  /** Seconds after the start at which the camera was away for a minute. */
  gapAfterSeconds?: number;
  size?: string;
}

/** Real footage of a counting test picture, as the recorder would have filed and indexed it: two-second segments. */
export async function addTestFootage(
  test: TestApp,
  { cameraId, startMs, seconds, gapAfterSeconds, size = '160x90' }: TestFootage,
): Promise<number[]> {
  const drafts = await mkdtemp(join(tmpdir(), 'holdfast-footage-'));
  const source = [
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=10`,
    '-f',
    'lavfi',
    '-i',
    'sine=sample_rate=48000',
    '-t',
    String(seconds),
  ];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-c:a', 'aac'];
  const segments = ['-f', 'segment', '-segment_time', '2', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...segments, join(drafts, '%05d.mp4')]);
  const storageId = await findDefaultStorageId(test.db);
  let at = startMs;
  let gapDue = gapAfterSeconds;
  for (const draft of (await readdir(drafts)).sort()) {
    const reading = await readSegmentFacts(join(drafts, draft));
    if (reading.kind !== 'segment') throw new Error(`no segment was made: ${JSON.stringify(reading)}`);
    const { durationMs, sizeBytes, parameterHash } = reading.facts;
    const startTs = new Date(Math.floor(at / 1000) * 1000);
    const path = join(cameraId, 'main', segmentName(startTs.getTime()));
    const target = join(test.dataDir, 'footage', path);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(drafts, draft), target);
    await insertSegments(test.db, [
      {
        cameraId,
        stream: 'main',
        startTs,
        preciseStartTs: new Date(at),
        durationMs,
        endTs: new Date(at + durationMs),
        storageId,
        path,
        sizeBytes,
        parameterHash,
      },
    ]);
    at += durationMs;
    if (gapDue !== undefined && at - startMs >= gapDue * 1000) {
      at += 60_000;
      gapDue = undefined;
    }
  }
  await rm(drafts, { recursive: true, force: true });
  const rows = await test.db
    .selectFrom('segment')
    .select('id')
    .where('cameraId', '=', cameraId)
    .orderBy('startTs')
    .execute();
  return rows.map(({ id }) => id);
}
