import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextStart, segmentName } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { buildSegment, PATIENCE_MS } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorageLimiter } from '../storage/storage-limiter.ts';
import { lastStart } from './last-start.ts';
import { publishSegment } from './publish-segment.ts';
import { realDisk } from './segment-disk.ts';
import { openSpool, spoolFolder } from './spool.ts';
import { createSpoolHolds } from './spool-holds.ts';
import { createSpoolSweep } from './spool-sweep.ts';

const ref = { cameraId: '7f2b1c9e-6a54-4a4c-9d0e-0c1f6f1a2b3c', stream: 'main' } as const;
const noonMs = Date.UTC(2026, 10, 15, 12);
const segment = buildSegment({ video: { sampleTicks: 4500, samplesPerFragment: [10, 10] }, sidx: 'right' });

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'last-start-'));
  await openSpool(root, ref);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const dayFolder = () => join(root, ref.cameraId, ref.stream, '20261115');
async function publishedAt(startMs: number): Promise<void> {
  await mkdir(dayFolder(), { recursive: true });
  await writeFile(join(dayFolder(), segmentName(startMs)), segment);
}

describe('the last second in use', () => {
  it('is none on an empty disk', async () => expect(await lastStart(root, ref)).toBeUndefined());

  it('is that of the last published segment, which may have begun a little earlier', async () => {
    await publishedAt(noonMs);
    await publishedAt(noonMs + 4_000);
    await writeFile(join(dayFolder(), '20261115T120009Z-r1.mp4'), segment);
    expect(await lastStart(root, ref)).toEqual({ preciseStartMs: noonMs - 6_000, startMs: noonMs + 4_000 });
  });

  it('is that of a segment in the spool that waits to be published', async () => {
    await publishedAt(noonMs);
    await writeFile(join(spoolFolder(root, ref), `${noonMs + 500}-${noonMs + 1_000}-ab-000000001.mp4`), segment);
    expect(await lastStart(root, ref)).toMatchObject({ preciseStartMs: noonMs - 9_500, startMs: noonMs + 1_000 });
  });
});

describe('a leftover of a killed recorder', () => {
  it('gets the next second when it started in that of the last published segment, and is indexed', async () => {
    await publishedAt(noonMs);
    const last = await lastStart(root, ref);
    const { preciseStartMs, startMs } = nextStart(noonMs + 800, last);
    await writeFile(join(spoolFolder(root, ref), `${preciseStartMs}-${startMs}-ab-000000001.mp4`), segment);
    const sweep = createSpoolSweep({
      holds: createSpoolHolds(),
      limited: createStorageLimiter(4),
      isUsable: async () => true,
      log: createLogger({ name: 'test', level: 'silent' }),
      limitMs: PATIENCE_MS,
      persist: async (_place, ready) => {
        const result = await publishSegment({ root, ref, ready, disk: realDisk });
        return result.kind === 'published' ? result.segment : undefined;
      },
    });
    await sweep.run([{ id: ref.cameraId, root }], new AbortController().signal);
    expect(await readdir(dayFolder())).toEqual([segmentName(noonMs), segmentName(noonMs + 1_000)]);
  });
});
