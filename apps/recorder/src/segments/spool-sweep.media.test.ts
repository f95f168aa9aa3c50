import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@holdfast/kit';
import { buildSegment, PATIENCE_MS } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStorageLimiter } from '../storage/storage-limiter.ts';
import type { PersistSegment } from './persist-segment.ts';
import { publishSegment } from './publish-segment.ts';
import { realDisk } from './segment-disk.ts';
import { openSpool, spoolFolder } from './spool.ts';
import { createSpoolHolds, type SpoolHolds } from './spool-holds.ts';
import { createSpoolSweep } from './spool-sweep.ts';

const ref = { cameraId: '7f2b1c9e-6a54-4a4c-9d0e-0c1f6f1a2b3c', stream: 'main' } as const;
const segment = buildSegment({ video: { sampleTicks: 4500, samplesPerFragment: [10, 10] }, sidx: 'right' });
const noonMs = Date.UTC(2026, 10, 15, 12);
const never = new AbortController().signal;

let root: string;
let holds: SpoolHolds;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sweep-'));
  holds = createSpoolHolds();
  await openSpool(root, ref);
  for (const n of [1, 2, 3]) {
    const startMs = noonMs + n * 4_000;
    await writeFile(join(spoolFolder(root, ref), `${startMs}-${startMs}-ab-00000000${n}.mp4`), segment);
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

const left = async () => (await readdir(spoolFolder(root, ref))).length;
const publish: PersistSegment = async ({ ref: of }, ready) => {
  const result = await publishSegment({ root, ref: of, ready, disk: realDisk });
  return result.kind === 'published' ? result.segment : undefined;
};
const sweepWith = (persist: PersistSegment, isUsable = true) => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const sweep = createSpoolSweep({
    ...{ holds, persist, limited: createStorageLimiter(4), log, isUsable: async () => isUsable },
    limitMs: PATIENCE_MS,
  });
  return sweep.run([{ id: 'disk', root }], never);
};

describe('the sweep of a spool', () => {
  it('ignores a spool that a recording uses', async () => {
    const recording = holds.takeFree(root, ref);
    await sweepWith(publish);
    expect(await left()).toBe(3);
    recording?.release();
    await sweepWith(publish);
    expect(await left()).toBe(0);
  });

  it('leaves a storage alone that is not ours', async () => {
    await sweepWith(publish, false);
    expect(await left()).toBe(3);
  });

  it('yields to a recording, and leaves it the rest', async () => {
    let taking: Promise<unknown> | undefined;
    await sweepWith(async (place, ready) => {
      taking ??= holds.take(root, ref, never);
      return publish(place, ready);
    });
    expect(await taking).toBeDefined();
    expect(await left()).toBe(2);
  });

  it('continues after a file that cannot be published, and retries it', async () => {
    await sweepWith(async (place, ready) => {
      if (ready.startMs === noonMs + 4_000) throw Object.assign(new Error('sick'), { code: 'EIO' });
      return publish(place, ready);
    });
    expect(await left()).toBe(1);
    await sweepWith(publish);
    expect(await left()).toBe(0);
  });
});
