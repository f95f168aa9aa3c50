import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createLogger, systemClock } from '@holdfast/kit';
import { buildSegment, PATIENCE_MS } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fewAtOnce } from '../storage/few-at-once.ts';
import type { PersistSegment } from './persist-segment.ts';
import { publishSegment } from './publish-segment.ts';
import { realDisk, type SegmentDisk } from './segment-disk.ts';
import { openSpoolRun, spoolOf } from './spool.ts';
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
  await openSpoolRun(root, ref);
  for (const n of [1, 2, 3]) {
    const startMs = noonMs + n * 4_000;
    await writeFile(join(spoolOf(root, ref).claimedFolder, `${startMs}-${startMs}-ab-00000000${n}.mp4`), segment);
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

const left = async () => (await readdir(spoolOf(root, ref).claimedFolder)).length;
const publish: PersistSegment = async ({ ref: of }, claimed) => {
  const result = await publishSegment({ root, ref: of, claimed, disk: realDisk });
  return result.kind === 'published' ? result.segment : undefined;
};
const sweepWith = (persist: PersistSegment, disk: Pick<SegmentDisk, 'bornMs'> = realDisk) => {
  const log = createLogger({ name: 'test', level: 'silent' });
  const sweep = createSpoolSweep({
    ...{ holds, persist, disk, few: fewAtOnce(4), clock: systemClock, log },
    limitMs: PATIENCE_MS,
  });
  return sweep.run([{ id: 'disk', root }], never);
};

describe('the sweep of a spool', () => {
  it('leaves one alone that is being recorded into', async () => {
    const recording = holds.takeFree(root, ref);
    await sweepWith(publish);
    expect(await left()).toBe(3);
    recording?.release();
    await sweepWith(publish);
    expect(await left()).toBe(0);
  });

  it('gives way to who wants to record into it, and leaves the rest to them', async () => {
    let taking: Promise<unknown> | undefined;
    await sweepWith(async (place, claimed) => {
      taking ??= holds.take(root, ref, never);
      return publish(place, claimed);
    });
    expect(await taking).toBeDefined();
    expect(await left()).toBe(2);
  });

  it('takes the others of a run when one cannot be taken', async () => {
    const run = await openSpoolRun(root, ref);
    for (const n of [4, 5]) await writeFile(join(run, `00000000${n}.mp4`), segment);
    const bornMs = async (path: string) => {
      if (path.endsWith('4.mp4')) throw Object.assign(new Error('sick'), { code: 'EIO' });
      return realDisk.bornMs(path);
    };
    await sweepWith(publish, { bornMs });
    expect([await left(), await readdir(run)]).toEqual([0, ['000000004.mp4']]);
    await sweepWith(publish);
    expect(await readdir(spoolOf(root, ref).folder)).not.toContain(basename(run));
  });

  it('goes on after a file that cannot be published, and comes back to it', async () => {
    await sweepWith(async (place, claimed) => {
      if (claimed.startMs === noonMs + 4_000) throw Object.assign(new Error('sick'), { code: 'EIO' });
      return publish(place, claimed);
    });
    expect(await left()).toBe(1);
    await sweepWith(publish);
    expect(await left()).toBe(0);
  });
});
