import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamRef } from '@holdfast/domain';
import { createLogger, systemClock } from '@holdfast/kit';
import { buildSegment } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStorageLimiter } from '../storage/storage-limiter.ts';
import { createPersist } from './persist-segment.ts';
import { realDisk, type SegmentDisk } from './segment-disk.ts';
import { listSpooled, openSpool } from './spool.ts';

const refs = ['1', '2', '3', '4', '5', '6'].map(
  (last): StreamRef => ({ cameraId: `7f2b1c9e-6a54-4a4c-9d0e-0c1f6f1a2b3${last}`, stream: 'main' }),
);
const segment = buildSegment({ video: { sampleTicks: 4500, samplesPerFragment: [10, 10] }, sidx: 'right' });

let roots: { share: string; disk: string };
beforeEach(async () => {
  roots = { share: await mkdtemp(join(tmpdir(), 'share-')), disk: await mkdtemp(join(tmpdir(), 'disk-')) };
});
afterEach(() => Promise.all(Object.values(roots).map((root) => rm(root, { recursive: true, force: true }))));

async function spooledAt(root: string, ref: StreamRef) {
  const folder = await openSpool(root, ref);
  await writeFile(join(folder, '1700000000123-1700000000000-ab-000000001.mp4'), segment);
  const [ready] = await listSpooled(folder);
  if (!ready) throw new Error('nothing in the spool');
  return ready;
}

it('a hanging storage does not block publishing on another, however many segments wait for it', async () => {
  const indexed: string[] = [];
  let hanging = 0;
  let answer = () => {};
  const hang = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const disk: SegmentDisk = {
    ...realDisk,
    syncFile: async (path) => {
      if (!path.startsWith(roots.share)) return;
      hanging += 1;
      await hang;
    },
  };
  const persist = createPersist({
    disk,
    limited: createStorageLimiter(4),
    index: { push: ({ storageId, cameraId }) => void indexed.push(`${storageId} ${cameraId}`) },
    storages: { committed: () => {} },
    motionIn: () => ({}),
    clock: systemClock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const onShare = await Promise.all(refs.map(async (ref) => ({ ref, ready: await spooledAt(roots.share, ref) })));
  const late = onShare.map(({ ref, ready }) => persist({ root: roots.share, storageId: 'share', ref }, ready));
  await expect.poll(() => hanging).toBe(4);
  for (const ref of refs) {
    const ready = await spooledAt(roots.disk, ref);
    expect(await persist({ root: roots.disk, storageId: 'disk', ref }, ready)).toMatchObject({ sibling: false });
  }
  expect(indexed).toEqual(refs.map(({ cameraId }) => `disk ${cameraId}`));
  expect(hanging).toBe(4);
  answer();
  await Promise.all(late);
  expect(indexed).toHaveLength(12);
});
