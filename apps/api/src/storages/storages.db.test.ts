import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findDefaultStorageId, findStorageStatus, rememberMarker, stopPruning } from '@holdfast/db';
import { createLogger, systemClock } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createBuiltInFolder } from './create-built-in-folder.ts';
import { createFolders } from './folders.ts';
import { storageHandlers } from './handlers.ts';

let test: TestApp;
let admin: string;
let disks: string;
beforeEach(async () => {
  disks = await mkdtemp(join(tmpdir(), 'holdfast-disks-'));
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
});
afterEach(async () => {
  await test.close();
  await rm(disks, { recursive: true, force: true });
});

const add = (body: object) => test.call('POST', '/config/storages', { token: admin, body });
const folder = async (...parts: string[]) => {
  const path = join(disks, ...parts);
  await mkdir(path, { recursive: true });
  return path;
};
const pointerOf = (reply: { status: number; body: { errors?: { pointer: string }[] } }) => [
  reply.status,
  reply.body.errors?.[0]?.pointer,
];

describe('storages', () => {
  it('are existing folders, each used once', async () => {
    const path = await folder('one');
    expect(pointerOf(await add({ name: 'Disk', path: '/nowhere/at/all' }))).toEqual([422, '/path']);
    const relative = await add({ name: 'Disk', path: 'relative' });
    expect([relative.status, relative.body.errors]).toMatchObject([
      422,
      [{ pointer: '/path', reason: { code: 'folder-path-relative' } }],
    ]);
    const disk = await add({ name: 'Disk', path });
    expect(disk.body).toMatchObject({ name: 'Disk', path, state: 'ok', is_default: false });
    expect(disk.body.free_bytes).toBeGreaterThan(0);
    expect((await add({ name: 'Other', path: `${path}/../${basename(path)}` })).body.type).toBe('/problems/path-taken');
    await symlink(path, join(disks, 'link'));
    expect((await add({ name: 'Other', path: join(disks, 'link') })).body.type).toBe('/problems/path-taken');
    expect((await add({ name: 'DISK', path: await folder('two') })).body.type).toBe('/problems/name-taken');
  });

  it('are not the root, a kernel file system, a folder of the operating system, or nested with the server’s data or another storage', async () => {
    await add({ name: 'Disk', path: await folder('disk', 'footage') });
    await mkdir(join(test.dataDir, 'footage', 'deep'), { recursive: true });
    await mkdir(join(test.dataDir, 'postgres'));
    await symlink(test.dataDir, join(disks, 'link'));
    const places = [
      '/',
      '/proc/self',
      '/sys',
      '/dev/shm',
      '/etc',
      '/usr/lib',
      '/var/lib',
      tmpdir(),
      test.dataDir,
      join(test.dataDir, 'postgres'),
      join(test.dataDir, 'footage', 'deep'),
      join(disks, 'link', 'postgres'),
      join(disks, 'disk'),
      await folder('disk', 'footage', 'more'),
    ];
    for (const path of places) expect(pointerOf(await add({ name: 'Bad', path })), path).toEqual([422, '/path']);
    await symlink('/etc', join(disks, 'settings'));
    expect((await add({ name: 'Bad', path: join(disks, 'settings') })).body.errors).toMatchObject([
      { pointer: '/path', reason: { code: 'folder-is-system' } },
    ]);
    expect((await add({ name: 'Bad', path: join(test.dataDir, 'footage') })).body.type).toBe('/problems/path-taken');
  });

  it('cannot be nested by two concurrent requests', async () => {
    const outer = await folder('a');
    const inner = await folder('a', 'b');
    const replies = await Promise.all([add({ name: 'Outer', path: outer }), add({ name: 'Inner', path: inner })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('are refused on a file system without hard links, with the reason', async () => {
    const folders = createFolders({ attempt: async () => ({ kind: 'no-links', code: 'EPERM' }) });
    const { create } = storageHandlers({ db: test.db, dataDir: test.dataDir, clock: systemClock, folders });
    const path = await folder('exfat');
    const adding = async () => create({ body: { name: 'Stick', path } } as Parameters<typeof create>[0]);
    await expect(adding()).rejects.toMatchObject({
      errors: [{ pointer: '/path', message: expect.stringContaining('hard links') }],
    });
    expect((await test.call('GET', '/config/storages', { token: admin })).body.items).toHaveLength(1);
  });

  it('are tested before they are added, and the test leaves nothing behind', async () => {
    const path = await folder('tried');
    expect((await add({ name: 'Disk', path })).status).toBe(201);
    expect(await readdir(path)).toEqual([]);
  });

  it('cannot be removed while a policy uses them, and the built-in one never', async () => {
    const disk = (await add({ name: 'Disk', path: await folder('disk') })).body;
    const policy = (
      await test.call('POST', '/config/policies', { token: admin, body: { name: 'P', live_storage_id: disk.id } })
    ).body;
    const remove = (id: string) => test.call('DELETE', `/config/storages/${id}`, { token: admin });
    expect((await remove(disk.id)).body).toMatchObject({
      type: '/problems/storage-in-use',
      reason: { code: 'storage-has-policies' },
    });
    await test.call('DELETE', `/config/policies/${policy.id}`, { token: admin });
    expect((await remove(disk.id)).status).toBe(204);
    const builtIn = (await test.call('GET', '/config/storages', { token: admin })).body.items[0];
    expect((await remove(builtIn.id)).body.type).toBe('/problems/default-storage');
  });

  it('have a built-in one that works from the first start, and is made again where it was lost', async () => {
    const state = async () => (await test.call('GET', '/config/storages', { token: admin })).body.items[0].state;
    expect(await state()).toBe('missing');
    const log = createLogger({ name: 'api', level: 'silent' });
    for (let start = 0; start < 2; start += 1) {
      await createBuiltInFolder({ db: test.db, dataDir: test.dataDir, log });
      expect(await state()).toBe('ok');
    }
  });

  describe('that an operator has checked', () => {
    const storageId = () => findDefaultStorageId(test.db);
    const confirm = async (what: 'accept-disk' | 'resume-pruning') =>
      (await test.call('POST', `/config/storages/${await storageId()}/${what}`, { token: admin })).status;
    const marker = '0b8a7f5e-0000-4000-8000-000000000001';
    beforeEach(async () => {
      await rememberMarker(test.db, { storageId: await storageId(), marker, now: new Date() });
      await stopPruning(test.db, { storageId: await storageId(), now: new Date('2026-01-02T03:04:05Z') });
    });
    const stoppedAt = async () =>
      (await test.call('GET', '/config/storages', { token: admin })).body.items[0].pruning_stopped_at;

    it('show since when pruning is stopped, and resume it on request', async () => {
      expect(await stoppedAt()).toBe('2026-01-02T03:04:05.000Z');
      expect(await confirm('resume-pruning')).toBe(204);
      expect(await stoppedAt()).toBeNull();
      expect(await findStorageStatus(test.db, await storageId())).toMatchObject({
        marker,
        pruneApprovedAt: expect.any(Date),
      });
    });

    it('accept another disk on request, and leave the index unchanged', async () => {
      expect(await confirm('accept-disk')).toBe(204);
      expect(await findStorageStatus(test.db, await storageId())).toMatchObject({ marker: null });
      expect(await stoppedAt()).not.toBeNull();
    });

    it('must exist for both requests', async () => {
      const unknown = '/config/storages/0b8a7f5e-0000-4000-8000-00000000dead';
      for (const what of ['accept-disk', 'resume-pruning'])
        expect((await test.call('POST', `${unknown}/${what}`, { token: admin })).status).toBe(404);
    });
  });
});
