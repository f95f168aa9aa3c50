import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createPool, type Database } from '@holdfast/db';
import { createTestDatabase, type ServerProcess, startServerProcess, type TestDatabase } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { addEvent, watchClip } from './test-clips.ts';

// Recent: the server removes events that are older than their footage can be.
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
let database: TestDatabase;
let db: Database;
let folder: string;
let api: ServerProcess;

/** Writes the beginning of a file and hangs while the file `hold` exists; otherwise the real ffmpeg. */
const HELD_FFMPEG = `#!/bin/sh
if [ -e "${'$'}(dirname "${'$'}0")/hold" ]; then echo half > clip.mp4; while :; do sleep 0.1; done; fi
exec ffmpeg "${'$'}@"
`;

const startApi = () =>
  startServerProcess(join(import.meta.dirname, '..', 'main.ts'), {
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    PORT: '0',
    FFMPEG_PATH: join(folder, 'ffmpeg'),
  });

async function call(method: string, path: string, body?: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return (
    await fetch(`${api.address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  ).json();
}

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  folder = await mkdtemp(join(tmpdir(), 'holdfast-kill-'));
  await writeFile(join(folder, 'ffmpeg'), HELD_FFMPEG);
  await chmod(join(folder, 'ffmpeg'), 0o755);
  api = await startApi();
});
afterAll(async () => {
  await api?.end('SIGKILL');
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

it('a kill during a render leaves no half file, and finished files survive the restart', async () => {
  const { token } = await call('POST', '/auth/bootstrap', { username: 'admin', password: 'correct horse' });
  const camera = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  const { id: cameraId } = await call('POST', '/config/cameras', camera, token);
  await addTestFootage({ db, dataDir: folder } as TestApp, { cameraId, startMs: START, seconds: 16 });
  const [done, killed] = await Promise.all(
    [4, 5].map((second) => addEvent(db, { cameraId, startMs: START + second * 1000, endMs: START + second * 1000 })),
  );
  const get = (id = '') =>
    fetch(`${api.address}/clip/${id}/clip.mp4`, { headers: { authorization: `Bearer ${token}` } });
  const before = await get(done);
  const bytes = Buffer.from(await before.arrayBuffer());

  await writeFile(join(folder, 'hold'), '');
  const broken = get(killed).catch(() => undefined);
  const clips = () => readdir(join(folder, 'clips'));
  await expect.poll(clips).toContainEqual(expect.stringMatching(/^\.draft-/));
  await api.end('SIGKILL');
  await broken;
  await rm(join(folder, 'hold'));
  api = await startApi();

  const after = await get(done);
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  expect(Buffer.from(await after.arrayBuffer()).equals(bytes)).toBe(true);
  const clip = await watchClip(Buffer.from(await (await get(killed)).arrayBuffer()), START);
  expect(clip.durationMs).toBeGreaterThan(9_800);
  expect(await clips()).toEqual([cameraId]);
});
