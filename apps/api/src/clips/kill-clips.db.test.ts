import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
let token: string;
let cameraId: string;

/**
 * The real ffmpeg. While the file `hold` exists, the beginning of a file and then nothing; while `slow` exists, at a hundredth of
 * the speed, and its process id is in `pid`.
 */
const HELD_FFMPEG = `#!/bin/sh
folder="${'$'}(dirname "${'$'}0")"
if [ -e "${'$'}folder/hold" ]; then echo half > clip.mp4; while [ -e "${'$'}folder/hold" ]; do sleep 0.1; done; exit 1; fi
if [ -e "${'$'}folder/slow" ]; then echo ${'$'}${'$'} > "${'$'}folder/pid"; exec ffmpeg -readrate 0.01 "${'$'}@"; fi
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

const newEvent = (second: number) =>
  addEvent(db, { cameraId, startMs: START + second * 1000, endMs: START + second * 1000 });
const get = (id: string, query = '') =>
  fetch(`${api.address}/clip/${id}/clip.mp4${query}`, { headers: { authorization: `Bearer ${token}` } });
/** The folders of finished clips by camera, and those of renders that are under way. */
const clips = () => readdir(join(folder, 'clips')).catch(() => []);
const drafts = async () => (await clips()).filter((name) => name.startsWith('.draft-'));
/** The files of a render that is under way. */
const written = async () => {
  const [name] = await drafts();
  return name === undefined ? [] : readdir(join(folder, 'clips', name));
};

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 2 }));
  folder = await mkdtemp(join(tmpdir(), 'holdfast-kill-'));
  await writeFile(join(folder, 'ffmpeg'), HELD_FFMPEG);
  await chmod(join(folder, 'ffmpeg'), 0o755);
  api = await startApi();
  token = (await call('POST', '/auth/bootstrap', { username: 'admin', password: 'correct horse' })).token;
  const camera = { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' };
  cameraId = (await call('POST', '/config/cameras', camera, token)).id;
  await addTestFootage({ db, dataDir: folder } as TestApp, { cameraId, startMs: START, seconds: 16 });
});
afterAll(async () => {
  await api?.end('SIGKILL');
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

it('a kill during a render leaves no half file, and finished files survive the restart', async () => {
  const [done, killed] = await Promise.all([newEvent(4), newEvent(5)]);
  const before = await get(done);
  const bytes = Buffer.from(await before.arrayBuffer());

  await writeFile(join(folder, 'hold'), '');
  const broken = get(killed).catch(() => undefined);
  await expect.poll(written).toEqual(['clip.mp4']);
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

it.each(['preview', 'full'])(
  'an ffmpeg that is killed while it writes the %s is a problem with a time to retry, and nothing of it is kept',
  async (quality) => {
    const id = await newEvent(6);
    const kept = await readdir(join(folder, 'clips', cameraId)).catch(() => []);
    await rm(join(folder, 'pid'), { force: true });
    await writeFile(join(folder, 'slow'), '');
    const broken = get(id, `?q=${quality}`);
    await expect.poll(written).toContain('clip.mp4');
    process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL');
    const reply = await broken;
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await reply.json()).toMatchObject({ type: '/problems/clip-not-rendered' });
    expect(await drafts()).toEqual([]);
    expect(await readdir(join(folder, 'clips', cameraId)).catch(() => [])).toEqual(kept);

    await rm(join(folder, 'slow'));
    const later = await get(id, `?q=${quality}`);
    expect(later.status).toBe(200);
    expect((await watchClip(Buffer.from(await later.arrayBuffer()), START)).durationMs).toBeGreaterThan(9_800);
  },
);
