import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createPool, type Database } from '@holdfast/db';
import {
  createTestDatabase,
  type ServerProcess,
  startServerProcess,
  type TestDatabase,
  until,
} from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { iso } from './test-exports.ts';

const START = Date.UTC(2026, 0, 1, 12);
let database: TestDatabase;
let db: Database;
let folder: string;
let api: ServerProcess;
let address: string;
let token: string;
let cameraId: string;

/** The real ffmpeg, blocked while the file `hold` exists. */
const HELD_FFMPEG = '#!/bin/sh\nwhile [ -e "$(dirname "$0")/hold" ]; do sleep 0.1; done\nexec ffmpeg "$@"\n';

async function startApi(): Promise<void> {
  api = await startServerProcess(join(import.meta.dirname, '..', 'main.ts'), {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    PORT: '0',
    FFMPEG_PATH: join(folder, 'ffmpeg'),
  });
  address = api.address;
}

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return reply.status === 204 ? undefined : reply.json();
}

const stateOf = async (id: string): Promise<string> => (await call('GET', `/exports/${id}`)).state;
const folders = () => readdir(join(folder, 'exports'));
const hold = () => writeFile(join(folder, 'hold'), '');
const release = () => rm(join(folder, 'hold'), { force: true });

/** With a clock, because only that needs ffmpeg. */
async function heldExport(): Promise<string> {
  await hold();
  const { id } = await call('POST', '/exports', {
    camera_ids: [cameraId],
    start: iso(START),
    end: iso(START + 4_000),
    burn_clock: true,
  });
  await expect.poll(() => stateOf(id)).toBe('running');
  await expect.poll(folders).toEqual([expect.stringMatching(/^\.draft-/)]);
  return id;
}

beforeAll(async () => {
  token = '';
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  folder = await mkdtemp(join(tmpdir(), 'holdfast-kill-'));
  await writeFile(join(folder, 'ffmpeg'), HELD_FFMPEG);
  await chmod(join(folder, 'ffmpeg'), 0o755);
  await startApi();
  token = (await call('POST', '/auth/bootstrap', { username: 'admin', password: 'correct horse' })).token;
  cameraId = (await call('POST', '/config/cameras', { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' })).id;
  await addTestFootage({ db, dataDir: folder } as TestApp, { cameraId, startMs: START, seconds: 4 });
});
/** The next test finds a server that runs, and no export. */
afterEach(async () => {
  await release();
  const runs = await fetch(`${address}/health`).then(
    () => true,
    () => false,
  );
  // A test that failed may have left it killed.
  if (!runs) await startApi();
  await until(async () => {
    const { items } = await call('GET', '/exports');
    for (const { id } of items) await call('DELETE', `/exports/${id}`);
    return items.length === 0;
  });
  await until(async () => (await folders()).length === 0);
});
afterAll(async () => {
  await api?.end('SIGKILL');
  await db?.destroy();
  await database?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

describe('an export in progress', () => {
  it('is restarted after a kill, and nothing is left of the first attempt', async () => {
    const id = await heldExport();
    await api.end('SIGKILL');
    await release();
    await startApi();
    await expect.poll(() => stateOf(id)).toBe('done');
    const { file } = await call('GET', `/exports/${id}`);
    expect((await stat(join(folder, 'exports', id, file.name))).size).toBe(file.size_bytes);
    const reply = await fetch(`${address}/exports/${id}/file`, { headers: { authorization: `Bearer ${token}` } });
    expect((await reply.arrayBuffer()).byteLength).toBe(file.size_bytes);
    await expect.poll(folders).toEqual([id]);
  });

  it('is requeued at once when the server shuts down', async () => {
    const id = await heldExport();
    await api.end('SIGTERM');
    expect(await folders()).toEqual([]);
    const { state, attempts } = await db
      .selectFrom('footageExport')
      .select(['state', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect([state, attempts]).toEqual(['queued', 0]);
    await release();
    await startApi();
    await expect.poll(() => stateOf(id)).toBe('done');
  });

  it('stops and deletes its files when it is cancelled', async () => {
    const id = await heldExport();
    await call('DELETE', `/exports/${id}`);
    expect(await stateOf(id)).toBe('cancelled');
    await expect.poll(folders).toEqual([]);
    await release();
    expect(await stateOf(id)).toBe('cancelled');
    await call('DELETE', `/exports/${id}`);
    expect((await call('GET', `/exports/${id}`)).status).toBe(404);
  });
});
