import { mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClipFiles } from './clip-files.ts';
import { type ClipName, footageFingerprint, parseClipName, printClipName } from './clip-name.ts';

let dataDir: string;
const clock = fakeClock(Date.UTC(2026, 0, 1));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-clip-files-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const nameOf = (second: number, more: Partial<ClipName> = {}): ClipName => ({
  cameraId: '11111111-1111-4111-8111-111111111111',
  clipId: '22222222-2222-4222-8222-222222222222',
  form: 'preview',
  startMs: second * 1000,
  endMs: second * 1000 + 10_000,
  isOngoing: false,
  fingerprint: footageFingerprint([second]),
  ...more,
});
const files = (maxBytes = 1_000) => createClipFiles({ dataDir, clock, maxBytes });
const add = (cache: ReturnType<typeof files>, name: ClipName, bytes = 400) =>
  cache.add(name, 'draft', (folder) => writeFile(join(folder, 'draft'), 'x'.repeat(bytes)));
const stored = async () => (await readdir(join(dataDir, 'clips', nameOf(0).cameraId)).catch(() => [])).length;

describe('the files of clips', () => {
  it('are found by everything that decides their bytes', async () => {
    const cache = files();
    const name = nameOf(1);
    const path = await add(cache, name);
    expect(await cache.find(name)).toBe(path);
    for (const other of [
      { startMs: 2 },
      { endMs: 2 },
      { isOngoing: true },
      { form: 'full' as const },
      { fingerprint: 'f' },
    ])
      expect(await cache.find({ ...name, ...other })).toBeUndefined();
  });

  it('are open while they are read, and gone when they are removed', async () => {
    const cache = files();
    await add(cache, nameOf(1));
    const opened = await cache.open(nameOf(1));
    await cache.remove(nameOf(1));
    expect(await opened?.source.read(0, 1_000)).toHaveLength(400);
    await opened?.close();
    expect(await cache.open(nameOf(1))).toBeUndefined();
  });

  it('are made again if they were cut off, emptied or deleted by something else', async () => {
    for (const damage of [
      (path: string) => truncate(path, 399),
      (path: string) => truncate(path, 0),
      (path: string) => rm(path),
    ]) {
      const cache = files();
      await damage(await add(cache, nameOf(1)));
      expect(await cache.open(nameOf(1))).toBeUndefined();
      await add(cache, nameOf(1));
      const opened = await cache.open(nameOf(1));
      expect(opened?.source.sizeBytes).toBe(400);
      await opened?.close();
    }
  });

  it('evict the least recently used beyond the limit', async () => {
    const cache = files();
    for (const second of [1, 2]) await add(cache, nameOf(second));
    await cache.find(nameOf(1));
    await add(cache, nameOf(3));
    expect(await cache.find(nameOf(2))).toBeUndefined();
    expect(await cache.find(nameOf(1))).toBeDefined();
    expect(await stored()).toBe(2);
    // One that is larger than everything is kept alone, for the caller who waits for it.
    await add(cache, nameOf(4), 5_000);
    expect([await stored(), await cache.find(nameOf(4))]).toEqual([1, expect.any(String)]);
  });

  it('survive a restart in the order of their use', async () => {
    const cache = files();
    for (const second of [1, 2]) await add(cache, nameOf(second));
    clock.step(120_000);
    await cache.find(nameOf(1));
    const restarted = files();
    await add(restarted, nameOf(3));
    expect(await restarted.find(nameOf(1))).toBeDefined();
    expect(await restarted.find(nameOf(2))).toBeUndefined();
  });

  it('are whole or absent: what a killed process left is removed', async () => {
    const cache = files();
    const failing = cache.add(nameOf(1), 'draft', async (folder) => {
      await writeFile(join(folder, 'draft'), 'half');
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect([await cache.find(nameOf(1)), await stored()]).toEqual([undefined, 0]);
    const halfWritten = Promise.withResolvers<void>();
    void cache.add(nameOf(2), 'draft', async (folder) => {
      await writeFile(join(folder, 'draft'), 'half');
      halfWritten.resolve();
      await new Promise(() => undefined);
    });
    const drafts = async () => (await readdir(join(dataDir, 'clips'))).filter((name) => name.startsWith('.draft-'));
    await halfWritten.promise;
    expect(await drafts()).toHaveLength(1);
    expect(await files().find(nameOf(2))).toBeUndefined();
    expect(await drafts()).toEqual([]);
  });

  it('that were emptied are forgotten by the next process as well', async () => {
    await truncate(await add(files(), nameOf(1)), 0);
    expect(await files().find(nameOf(1))).toBeUndefined();
  });

  it('that cannot be read do not stand in the way of others', async () => {
    await add(files(), nameOf(1));
    const { cameraId } = nameOf(2);
    await symlink('/nowhere', join(dataDir, 'clips', cameraId, printClipName(nameOf(2))));
    expect(await files().find(nameOf(1))).toBeDefined();
    expect(await files().find(nameOf(2))).toBeUndefined();
  });

  it('that were deleted are forgotten', async () => {
    const cache = files();
    const path = await add(cache, nameOf(1));
    await rm(path);
    clock.step(120_000);
    expect(await cache.find(nameOf(1))).toBeUndefined();
  });

  it('have names that contain all of it, and no other file is mistaken for one', () => {
    for (const name of [nameOf(1), nameOf(2, { isOngoing: true }), nameOf(3, { form: 'thumbnail' })])
      expect(parseClipName(name.cameraId, printClipName(name))).toEqual(name);
    for (const text of ['', 'x.mp4', printClipName(nameOf(1)).toUpperCase(), `${printClipName(nameOf(1))}.tmp`])
      expect(parseClipName(nameOf(1).cameraId, text)).toBeUndefined();
    expect(footageFingerprint([3, 10, 2])).toBe(footageFingerprint([10, 2, 3]));
  });
});
