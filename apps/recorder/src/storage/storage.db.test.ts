import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestRetention, type TestRetention, type TestStorage } from '../test-retention.ts';
import { inspectStorage } from './inspect-storage.ts';
import { markStorage } from './mark-storage.ts';
import { MARKER_NAME, readMarker, writeMarker } from './marker.ts';
import { createStorageRegistry, isAvailable } from './storage-registry.ts';
import { createStorageWatch } from './storage-watch.ts';

let fixture: TestRetention;
let disk: TestStorage;
let cameraId: string;
let cleanUps: (() => unknown)[];

beforeEach(async () => {
  cleanUps = [];
  fixture = await startTestRetention(inject('postgresUrl'));
  disk = await fixture.storage('disk');
  cameraId = await fixture.camera(await fixture.policy({ liveStorageId: disk.id, liveRetentionHours: 1 }));
  // Only this storage is watched.
  await fixture.db.updateTable('recordingPolicy').set({ liveStorageId: disk.id }).execute();
  await fixture.db.deleteFrom('storage').where('isDefault', '=', true).execute();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await fixture.close();
});

const look = async () => (await fixture.readStorages()).find(({ id }) => id === disk.id);
const state = async () => (await look())?.reading.state;
const saved = () =>
  fixture.db.selectFrom('storageStatus').selectAll().where('storageId', '=', disk.id).executeTakeFirst();
const unmount = async () => {
  await rename(disk.root, `${disk.root}-disk`);
  await mkdir(disk.root);
};
const mountAgain = async () => {
  await rm(disk.root, { recursive: true });
  await rename(`${disk.root}-disk`, disk.root);
};

// Root may mount, but not in every container.
const canMount = (() => {
  const at = mkdtempSync(join(tmpdir(), 'holdfast-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' });
    execFileSync('umount', [at]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(at);
  }
})();
const mountTmpfs = (at: string, options: string) => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at]);
  cleanUps.push(() => execFileSync('umount', [at]));
};

describe('line 20: storage marker', () => {
  it('is written only after a real segment was committed', async () => {
    const committedPath = 'camera/main/20261115/20261115T120000Z.mp4';
    expect(await markStorage({ ...fixture, storage: disk, committedPath })).toBe('not-committed');
    expect(existsSync(join(disk.root, MARKER_NAME))).toBe(false);
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    const marker = JSON.parse(await readFile(join(disk.root, MARKER_NAME), 'utf8'));
    expect(marker).toEqual({ storage_id: disk.id, marker: (await saved())?.marker });
    expect((await readdir(disk.root)).filter((name) => name.startsWith('.'))).toEqual([MARKER_NAME]);
  });

  it('is finished after a kill between the file and the database', async () => {
    await writeMarker(disk.root, { storageId: disk.id, marker: '6f0e4a34-6ad7-4c5f-9b0f-0c4a7d1c2b11' });
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    expect((await saved())?.marker).toBe('6f0e4a34-6ad7-4c5f-9b0f-0c4a7d1c2b11');
  });

  it('never overwrites another', async () => {
    await writeMarker(disk.root, { storageId: 'other', marker: 'theirs' });
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    expect(await readMarker(disk.root)).toEqual({ kind: 'found', storageId: 'other', marker: 'theirs' });
    expect(await state()).toBe('foreign');
  });

  it('is never written again once it is known: a missing marker means a missing disk', async () => {
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    await unlink(join(disk.root, MARKER_NAME));
    expect(await markStorage({ ...fixture, storage: disk, committedPath: footage.path })).toBe('known');
    expect(await state()).toBe('missing');
  });

  it.each(['{', '[]', '{"storage_id": 5}', 'x'.repeat(5000)])('with the content %o is not ours', async (text) => {
    await writeFile(join(disk.root, MARKER_NAME), text);
    expect(await state()).toBe('foreign');
  });

  it('is not read through a symbolic link', async () => {
    await writeFile(join(fixture.dataDir, 'elsewhere'), JSON.stringify({ storage_id: disk.id, marker: 'm' }));
    await symlink(join(fixture.dataDir, 'elsewhere'), join(disk.root, MARKER_NAME));
    expect(await state()).toBe('foreign');
  });
});

describe('line 20: unmounted, wrong, read-only and full disks', () => {
  it('leaves the index untouched while the disk is unmounted, and raises one alert', async () => {
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 30 });
    const watch = createStorageWatch(fixture);
    await watch.refresh();
    await unmount();
    for (let n = 0; n < 3; n += 1) await watch.refresh();
    expect(await fixture.round()).toMatchObject({ aged: 0, failed: 0 });
    expect(await fixture.indexed()).toEqual([footage.path]);
    expect(await saved()).toMatchObject({ state: 'missing', detail: expect.stringContaining('storage-unmarked') });
    expect(await fixture.events()).toEqual(['storage_unwritable']);
    await mountAgain();
    expect(await fixture.round()).toMatchObject({ aged: 1 });
  });

  it('leaves the index untouched while another disk is in its place', async () => {
    const footage = await fixture.footage({ cameraId, storage: disk, hoursAgo: 30 });
    await unmount();
    await writeMarker(disk.root, { storageId: 'other', marker: 'theirs' });
    expect(await fixture.round()).toMatchObject({ aged: 0 });
    expect(await state()).toBe('foreign');
    expect(await fixture.indexed()).toEqual([footage.path]);
  });

  it('detects a disk of ours without its folder', async () => {
    await rm(disk.root, { recursive: true });
    expect(await look()).toMatchObject({
      reading: { state: 'missing', detail: expect.stringContaining('storage-not-found') },
    });
  });

  it('detects a disk without hard links, and raises one alert', async () => {
    const { read: readStorages } = createStorageRegistry({
      ...fixture,
      inspect: (expected) => inspectStorage(expected, { attempt: async () => ({ kind: 'no-links', code: 'EPERM' }) }),
    });
    const watch = createStorageWatch({ ...fixture, readStorages });
    for (let n = 0; n < 2; n += 1) await watch.refresh();
    expect(await saved()).toMatchObject({
      state: 'no_links',
      detail: expect.stringMatching(/^storage-without-links\?.*error=EPERM/),
    });
    expect(await fixture.events()).toEqual(['storage_unwritable']);
  });

  it.runIf(canMount)('detects a read-only disk', async () => {
    mountTmpfs(disk.root, 'size=1m,ro');
    expect(await state()).toBe('unwritable');
  });

  it.runIf(canMount)('frees space on a completely full disk, oldest first, and deletes nothing else', async () => {
    mountTmpfs(disk.root, 'size=1m');
    const policy = { liveRetentionHours: 1_000, minFreeBytes: 200_000 };
    await fixture.db.updateTable('recordingPolicy').set(policy).execute();
    const all = [];
    for (const hoursAgo of [9, 8, 7, 6, 5, 4, 3])
      all.push(await fixture.footage({ cameraId, storage: disk, hoursAgo, bytes: 100_000 }));
    await fixture.protect({ cameraId, fromHoursAgo: 9.1, toHoursAgo: 8.9 });
    const sibling = join(disk.root, `${all[0]?.path.replace('.mp4', '')}-r1.mp4`);
    await writeFile(sibling, 'sibling');
    const filler = Buffer.alloc(4096);
    await expect(
      (async () => {
        for (let n = 0; ; n += 1) await writeFile(join(disk.root, `filler-${n}`), filler);
      })(),
    ).rejects.toMatchObject({ code: 'ENOSPC' });
    const watch = createStorageWatch(fixture);
    await watch.refresh();
    expect(await state()).toBe('full');
    expect(await fixture.events()).toEqual(['low_disk']);
    expect(await fixture.round()).toMatchObject({ evicted: 2, failed: 0 });
    expect(all.map(fixture.onDisk)).toEqual([true, false, false, true, true, true, true]);
    expect(existsSync(sibling)).toBe(true);
    expect(await state()).toBe('ok');
  });

  it.runIf(canMount)('is full when a small file still fits but footage does not', async () => {
    mountTmpfs(disk.root, 'size=64m');
    await writeFile(join(disk.root, 'other'), Buffer.alloc(64 * 1024 * 1024 - 128 * 1024));
    expect((await inspectStorage({ storageId: disk.id, root: disk.root, marker: null })).state).toBe('full');
    await rm(join(disk.root, 'other'));
    expect((await inspectStorage({ storageId: disk.id, root: disk.root, marker: null })).state).toBe('ok');
  });

  it('counts the space available to unprivileged processes', async () => {
    const reading = (await look())?.reading;
    const shown = execFileSync('df', ['--block-size=1', '--output=avail,size', disk.root], { encoding: 'utf8' });
    const [avail, size] = shown.trim().split('\n')[1]?.trim().split(/\s+/).map(Number) ?? [];
    expect(reading?.totalBytes).toBe(size);
    expect(Math.abs((reading?.freeBytes ?? 0) - (avail ?? 0))).toBeLessThan(2 ** 30);
  });
});

describe('storages are watched', () => {
  it('without waiting for one that hangs, or calling it again', async () => {
    const other = await fixture.storage('share');
    let asked = 0;
    const { read: readStorages } = createStorageRegistry({
      ...fixture,
      limitMs: 2_000,
      inspect: (expected) => {
        if (expected.storageId !== other.id) return inspectStorage(expected);
        asked += 1;
        return new Promise(() => {});
      },
    });
    for (let n = 0; n < 3; n += 1) {
      const states = new Map((await readStorages()).map(({ id, reading }) => [id, reading.state]));
      expect([states.get(disk.id), states.get(other.id)]).toEqual(['ok', 'missing']);
    }
    expect(asked).toBe(1);
  });

  it('raising an alert once per change, not per restart, and again only after several good readings', async () => {
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    await createStorageWatch(fixture).refresh();
    await unmount();
    await createStorageWatch(fixture).refresh();
    expect(await fixture.events()).toHaveLength(1);
    const watch = createStorageWatch(fixture);
    await watch.refresh();
    await mountAgain();
    await watch.refresh();
    await unmount();
    await watch.refresh();
    expect(await fixture.events()).toHaveLength(1);
    await mountAgain();
    for (let n = 0; n < 3; n += 1) await watch.refresh();
    await unmount();
    await watch.refresh();
    expect(await fixture.events()).toEqual(['storage_unwritable', 'storage_unwritable']);
  });

  it('saving what it finds if it differs visibly, and once a minute', async () => {
    const found = { freeBytes: 500_000_000, totalBytes: 1_000_000_000 };
    const watch = createStorageWatch({
      ...fixture,
      readStorages: async () =>
        (await fixture.readStorages()).map((storage) => ({ ...storage, reading: { ...storage.reading, ...found } })),
    });
    const savedAfter = async (passedMs: number, freedBytes = 0) => {
      fixture.clock.step(passedMs);
      found.freeBytes += freedBytes;
      await watch.refresh();
      return (await saved())?.updatedAt.getTime() === fixture.clock.now();
    };
    expect(await savedAfter(0)).toBe(true);
    expect(await savedAfter(15_000)).toBe(false);
    expect(await savedAfter(15_000, 50_000)).toBe(false);
    expect(await savedAfter(15_000, -1_000_000)).toBe(true);
    expect((await saved())?.freeBytes).toBe(found.freeBytes);
    expect(await savedAfter(59_000)).toBe(false);
    expect(await savedAfter(1_000)).toBe(true);
  });

  it('learning a marker that a restored database has forgotten', async () => {
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    const before = (await saved())?.marker;
    await fixture.db.deleteFrom('storageStatus').execute();
    await createStorageWatch(fixture).refresh();
    expect((await saved())?.marker).toBe(before);
  });

  it('marking one whose footage was indexed but whose marker was not yet written', async () => {
    await fixture.footage({ cameraId, storage: disk, hoursAgo: 0.5 });
    await fixture.db.deleteFrom('storageStatus').execute();
    await unlink(join(disk.root, MARKER_NAME));
    await createStorageWatch(fixture).refresh();
    const [storage] = await fixture.readStorages();
    expect(storage && isAvailable(storage)).toBe(true);
  });

  it('without mistaking one that is being inspected for one that hangs', async () => {
    await fixture.storage('Busy');
    const { read } = createStorageRegistry({ db: fixture.db, dataDir: fixture.dataDir });
    const looks = (await Promise.all([read(), read(), read()])).flat().filter(({ name }) => name === 'Busy');
    expect(looks.map(({ reading }) => reading.state)).toEqual(['ok', 'ok', 'ok']);
  });

  it('creating the built-in folder before its first use', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-data-'));
    cleanUps.push(() => rm(dataDir, { recursive: true }));
    await fixture.db.insertInto('storage').values({ name: 'Default', nameKey: 'default', path: 'footage' }).execute();
    const storages = await createStorageRegistry({ db: fixture.db, dataDir }).read();
    expect(storages.find(({ name }) => name === 'Default')?.reading.state).toBe('ok');
  });
});
