import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSibling, segmentName } from '@holdfast/domain';
import { buildSegment, fakeClock, type SegmentPlan } from '@holdfast/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishSegment } from './publish-segment.ts';
import type { ReadySegment } from './ready-segment.ts';
import { realDisk, type SegmentDisk } from './segment-disk.ts';
import { listSpooled, openSpool, spoolFolder } from './spool.ts';

const ref = { cameraId: '7f2b1c9e-6a54-4a4c-9d0e-0c1f6f1a2b3c', stream: 'main' } as const;
const plan = (samples: number): SegmentPlan => ({
  video: { sampleTicks: 4500, samplesPerFragment: [samples, samples] },
  sidx: 'right',
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'publish-'));
  await openSpool(root, ref);
});
afterEach(() => rm(root, { recursive: true, force: true }));

let written = 0;
async function spooledWith(bytes: Buffer, preciseStartMs = Date.UTC(2026, 10, 15, 12)): Promise<ReadySegment> {
  written += 1;
  const startMs = Math.floor(preciseStartMs / 1000) * 1000;
  const name = `${preciseStartMs}-${startMs}-${'0'.repeat(15)}a-${String(written).padStart(9, '0')}.mp4`;
  const path = join(spoolFolder(root, ref), name);
  await writeFile(path, bytes);
  return { path, preciseStartMs, startMs };
}

const fastDisk: SegmentDisk = { ...realDisk, syncFile: async () => {}, syncFolder: async () => {} };

async function allFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe('line 5: publishing makes the bytes durable, then visible, and overwrites nothing', () => {
  it('names the file after the second it started in, below camera, stream and day', async () => {
    const ready = await spooledWith(buildSegment(plan(10)), Date.UTC(2026, 10, 15, 12, 0, 7, 250));
    const result = await publishSegment({ root, ref, ready, disk: realDisk });
    expect(result).toMatchObject({
      kind: 'published',
      segment: {
        path: `${ref.cameraId}/main/20261115/20261115T120007Z.mp4`,
        startMs: Date.UTC(2026, 10, 15, 12, 0, 7),
        preciseStartMs: Date.UTC(2026, 10, 15, 12, 0, 7, 250),
        sibling: false,
      },
    });
    expect(await allFiles(spoolFolder(root, ref))).toEqual([]);
  });

  it('syncs the file before its name appears, and the folder before the spool name is removed', async () => {
    const steps: string[] = [];
    const disk: SegmentDisk = {
      ...realDisk,
      syncFile: async () => void steps.push('sync file'),
      syncFolder: async () => void steps.push('sync folder'),
      link: async (from, to) => {
        await realDisk.link(from, to);
        steps.push('link');
      },
      remove: async (path) => {
        steps.push('remove');
        await realDisk.remove(path);
      },
    };
    await publishSegment({ root, ref, ready: await spooledWith(buildSegment(plan(3))), disk });
    expect(steps.filter((step, i) => step !== steps[i - 1])).toEqual([
      'sync file',
      'sync folder',
      'link',
      'sync folder',
      'remove',
    ]);
  });

  it('a failed link leaves the spool file and removes nothing', async () => {
    const ready = await spooledWith(buildSegment(plan(3)));
    const before = await hashOf(ready.path);
    const full: SegmentDisk = {
      ...fastDisk,
      link: async () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      },
    };
    await expect(publishSegment({ root, ref, ready, disk: full })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await hashOf(ready.path)).toBe(before);
    expect(await publishSegment({ root, ref, ready, disk: fastDisk })).toMatchObject({ kind: 'published' });
  });

  it('if the name is in use -r1, -r2 are added, and existing files are not changed', async () => {
    const preciseStartMs = Date.UTC(2026, 10, 15, 12);
    const published: string[] = [];
    for (const samples of [3, 4, 5]) {
      const ready = await spooledWith(buildSegment(plan(samples)), preciseStartMs);
      const result = await publishSegment({ root, ref, ready, disk: fastDisk });
      if (result.kind === 'published') published.push(result.segment.path.slice(-24));
    }
    expect(published.map((path) => path.split('/').at(-1))).toEqual([
      segmentName(preciseStartMs),
      segmentName(preciseStartMs).replace('.mp4', '-r1.mp4'),
      segmentName(preciseStartMs).replace('.mp4', '-r2.mp4'),
    ]);
  });
});

/** Performs each step or fails, before or after its effect, like a crash or a faulty disk. */
function unreliable(fails: () => 'before' | 'after' | 'no'): SegmentDisk {
  const sick = async <T>(act: () => Promise<T>): Promise<T> => {
    const when = fails();
    if (when === 'before') throw Object.assign(new Error('sick'), { code: 'EIO' });
    const done = await act();
    if (when === 'after') throw Object.assign(new Error('sick'), { code: 'EIO' });
    return done;
  };
  return {
    syncFile: () => sick(async () => {}),
    syncFolder: () => sick(async () => {}),
    link: (from, to) => sick(() => realDisk.link(from, to)),
    makeFolder: (path) => sick(() => realDisk.makeFolder(path)),
    create: (path) => sick(() => realDisk.create(path)),
    reopen: (path) => sick(() => realDisk.reopen(path)),
    remove: (path) => sick(() => realDisk.remove(path)),
    isSameFile: realDisk.isSameFile,
    exists: realDisk.exists,
  };
}

describe('line 4: no clobber: whatever the clock does', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant(4_000) },
    { weight: 1, arbitrary: fc.integer({ min: -4_500, max: 4_500 }) },
    { weight: 1, arbitrary: fc.constantFrom(-3_600_000, 3_600_000, -86_400_000, -4_000, -8_000, 0) },
  );
  const fault = fc.oneof({ weight: 12, arbitrary: fc.constant('no' as const) }, fc.constantFrom('before', 'after'));

  it('every byte ever indexed is unchanged and every published file is findable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.infiniteStream(fault), async (steps, faults) => {
        await rm(root, { recursive: true, force: true });
        await mkdir(root);
        await openSpool(root, ref);
        const clock = fakeClock();
        const index = new Map<number, { path: string; hash: string }>();
        const published = new Map<string, string>();
        const disk = unreliable(() => (faults.next().value ?? 'no') as 'before' | 'after' | 'no');
        for (const [i, stepMs] of steps.entries()) {
          clock.step(stepMs);
          const bytes = buildSegment(plan(2 + (i % 7)));
          // Told apart by the last byte of their media.
          bytes.writeUInt8(i, bytes.length - 1);
          const ready = await spooledWith(bytes, clock.now());
          const hash = createHash('sha256').update(bytes).digest('hex');
          for (let done = false; !done; ) {
            // After a crash the file is found again by the next process, or is already where it belongs.
            const left = await listSpooled(spoolFolder(root, ref));
            const again = left.find(({ path }) => path === ready.path);
            if (!again) break;
            const result = await publishSegment({ root, ref, ready: again, disk }).catch(() => undefined);
            done = result !== undefined;
            if (result?.kind !== 'published') continue;
            const { segment } = result;
            published.set(hash, segment.path);
            expect(segment.sibling).toBe(isSibling(segment.path.split('/').at(-1) ?? ''));
            if (!segment.sibling && !index.has(segment.startMs))
              index.set(segment.startMs, { path: segment.path, hash });
          }
          for (const { path, hash: known } of index.values()) expect(await hashOf(join(root, path))).toBe(known);
        }
        const onDisk = await Promise.all((await allFiles(join(root, ref.cameraId)).catch(() => [])).map(hashOf));
        expect(onDisk.toSorted()).toEqual([...new Set(onDisk)].toSorted());
        for (const hash of published.keys()) expect(onDisk).toContain(hash);
        expect(onDisk).toHaveLength(steps.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('line 6: what is indexed', () => {
  it('an unfinished file is kept up to its last complete fragment', async () => {
    const whole = buildSegment({ ...plan(10), sidx: 'none' });
    const ready = await spooledWith(whole.subarray(0, whole.length - 7));
    const result = await publishSegment({ root, ref, ready, disk: fastDisk });
    expect(result.kind).toBe('published');
    if (result.kind !== 'published') return;
    expect(result.segment.summary).toMatchObject({ durationMs: 500 });
    const { size } = await stat(join(root, result.segment.path));
    expect(size).toBe(result.segment.summary.sizeBytes);
  });

  it('files under 512 bytes or without a complete fragment are not published', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(511), buildSegment(plan(10)).subarray(0, 900)]) {
      const ready = await spooledWith(bytes);
      const result = await publishSegment({ root, ref, ready, disk: fastDisk });
      expect(result.kind).toBe('empty');
    }
    expect(await allFiles(root)).toEqual([]);
  });

  it('a file that is not a segment is left for the quarantine', async () => {
    const ready = await spooledWith(Buffer.alloc(4096, 7));
    expect(await publishSegment({ root, ref, ready, disk: fastDisk })).toMatchObject({ kind: 'broken' });
    expect(await allFiles(root)).toEqual([ready.path]);
  });
});
