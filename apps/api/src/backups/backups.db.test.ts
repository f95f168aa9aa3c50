import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyBackup } from '@holdfast/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { backupFolder } from './backup-folder.ts';
import { BackupFailed, type RunBackup } from './run-backup.ts';

let test: TestApp;
let admin: string;
/** What a test puts before the real command. */
let around: ((real: RunBackup) => RunBackup) | undefined;
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    aroundRunBackup: (real) => (path, signal) => (around?.(real) ?? real)(path, signal),
  });
  admin = await test.bootstrap();
});
afterAll(() => test.close());
beforeEach(async () => {
  around = undefined;
  await test.db.deleteFrom('backupRun').execute();
  await test.db.deleteFrom('systemEvent').execute();
});

const call = async (method: 'GET' | 'PUT' | 'POST', path = '', body?: unknown) =>
  test.call(method, `/config/backups${path}`, { token: admin, ...(body !== undefined && { body }) });
const show = async () => (await call('GET')).body;
const events = async () =>
  (await test.call('GET', '/system-events?event_keys=backup_failed', { token: admin })).body.items;

describe('a backup', () => {
  it('is made on request as a whole file, and the newest few are kept', async () => {
    await call('PUT', '', { keep: 2 });
    // Of another program, and of a backup that was killed.
    const folder = backupFolder(test.dataDir);
    await mkdir(folder, { recursive: true });
    for (const name of ['notes.txt', 'holdfast-20200101T000000Z.backup.gz.1f.partial'])
      await writeFile(join(folder, name), '');
    for (const _ of [1, 2, 3]) {
      expect((await call('POST', '/start')).status).toBe(202);
      test.clock.step(2_000);
      await test.makeBackups();
    }
    const { runs, files, folder: shown } = await show();
    expect(runs.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done']);
    expect(runs[0]).toMatchObject({ reason: 'manual', file_name: files[0].name, size_bytes: files[0].size_bytes });
    expect(shown).toBe(folder);
    expect(files).toHaveLength(2);
    expect((await readdir(folder)).sort()).toEqual(
      [...files.map(({ name }: { name: string }) => name), 'notes.txt'].sort(),
    );
    const { rows } = await verifyBackup(join(folder, files[0].name));
    expect(rows.app_user).toBe(1);
    expect(await events()).toEqual([]);
  });

  it('is made once, however often it is requested', async () => {
    let made = 0;
    around = () => async (path) => {
      made += 1;
      await mkdir(backupFolder(test.dataDir), { recursive: true });
      await writeFile(path, 'x');
    };
    await Promise.all(Array.from({ length: 20 }, () => call('POST', '/start')));
    await test.makeBackups();
    await test.makeBackups();
    expect(made).toBe(1);
  });

  it('that fails is an event with the reason, and its draft is gone', async () => {
    around = (real) => (_path, signal) => real(join(test.dataDir, 'keys', 'x.gz', 'y.gz'), signal);
    await mkdir(join(test.dataDir, 'keys'), { recursive: true });
    await writeFile(join(test.dataDir, 'keys', 'x.gz'), '');
    await call('POST', '/start');
    await test.makeBackups();
    const [failed] = (await show()).runs;
    expect(failed).toMatchObject({ state: 'failed', file_name: null });
    expect(failed.error).toMatch(/cannot be written: part of the path is not a folder/);
    expect(await events()).toMatchObject([{ event_key: 'backup_failed', data: { error: failed.error } }]);
  });

  it('that a stopping server leaves is made by the next one; one that died is reported', async () => {
    const stopping = new AbortController();
    around = () => async (_path, signal) => {
      stopping.abort();
      signal.throwIfAborted();
    };
    await call('POST', '/start');
    await test.makeBackups(stopping.signal);
    expect((await show()).runs).toMatchObject([{ state: 'queued' }]);
    await test.db.updateTable('backupRun').set({ state: 'running' }).execute();
    around = () => async () => {
      throw new BackupFailed('not reached');
    };
    await test.makeBackups();
    expect((await show()).runs).toMatchObject([
      { state: 'failed', error: 'The server ended while the backup was being made.' },
    ]);
    expect(await events()).toHaveLength(1);
  });

  it('is made by the schedule', async () => {
    around = () => async (path) => {
      await mkdir(backupFolder(test.dataDir), { recursive: true });
      await writeFile(path, 'x');
    };
    await test.makeBackups();
    expect((await show()).runs).toEqual([]);
    const soonMs = test.clock.now() + 90_000;
    const at = new Date(soonMs).toISOString().slice(11, 16);
    const { body } = await call('PUT', '', { enabled: true, at, days: '1111111' });
    expect(body).toMatchObject({ enabled: true, at, next_at: new Date(soonMs - (soonMs % 60_000)).toISOString() });
    test.clock.step(120_000);
    await test.makeBackups();
    await test.makeBackups();
    expect((await show()).runs).toMatchObject([{ reason: 'schedule', state: 'done' }]);
    expect((await call('PUT', '', { enabled: false })).body.next_at).toBeNull();
  });

  it.each([
    ['no file to keep', { keep: 0 }],
    ['too many files', { keep: 61 }],
    ['half a file', { keep: 1.5 }],
    ['no day', { days: '0000000' }],
    ['eight days', { days: '11111111' }],
    ['no time of day', { at: '24:00' }],
    ['a path', { at: '../../etc' }],
    ['another folder', { folder: '/tmp' }],
  ])('refuses %s', async (_title, body) => {
    expect((await call('PUT', '', body)).status).toBe(422);
  });
});
