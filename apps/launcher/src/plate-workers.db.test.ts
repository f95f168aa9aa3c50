import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  findWorkerCamera,
  insertCamera,
  updateCamera,
  updateLprConfig,
} from '@holdfast/db';
import { listCamerasForWorkers, listenTo } from '@holdfast/db/server';
import { createLogger, createWakeUp } from '@holdfast/kit';
import { bareEnv, createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { plateWorkers } from './plate-workers.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let db: Database;
let folder: string;
let gate: string;
let running: { stop: () => Promise<void> };

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool({ connectionString: database.connectionString, poolSize: 2 });
  db = connect(pool);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

// Notes its settings, and runs until it is stopped.
const standIn = `
  import { appendFileSync } from 'node:fs';
  const isGiven = ([key, value]) => value !== '' && /^(LPR|API|DATABASE|JWT|SEED|METRICS|DETECTOR|SMARTHOME)_/.test(key);
  appendFileSync(process.env.NOTES, JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(isGiven))) + '\\n');
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
  setInterval(() => {}, 1e6);
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plate-workers-'));
  const policyId = await findDefaultPolicyId(db);
  gate = (await insertCamera(db, { name: `Gate ${folder}`, mainUrl: 'rtsp://cam/', policyId })).id;
  await updateLprConfig(db, { enabled: true });
  const stopping = new AbortController();
  const command = {
    name: 'worker',
    file: process.execPath,
    args: ['--input-type=module', '-e', standIn],
    stopLimitMs: 20_000,
  };
  const childEnv = {
    ...bareEnv(),
    NOTES: join(folder, 'notes'),
    DATABASE_URL: 'postgres://secret',
    JWT_SECRET: 'secret',
    SEED_ADMIN_PASSWORD_FILE: '/secret',
    METRICS_TOKEN: 'secret',
    DETECTOR_MQTT_PASSWORD: 'secret',
    SMARTHOME_TOKEN: 'secret',
  };
  const changed = createWakeUp();
  const listening = listenTo({
    channels: { cameras_changed: changed.wake },
    connectionString: database.connectionString,
    log,
    onListening: changed.wake,
  }).run(stopping.signal);
  const options = { db: pool, command, childEnv, dataDir: folder, log, changed, retryMs: 50 };
  const done = plateWorkers({ ...options, apiBaseUrl: 'http://127.0.0.1:8080', restream: '127.0.0.1:8554' }).run(
    stopping.signal,
  );
  running = {
    stop: async () => {
      stopping.abort();
      await Promise.all([done, listening]);
    },
  };
});
afterEach(async () => {
  await running.stop();
  await updateCamera(db, gate, { lprEngine: 'none' });
  await rm(folder, { recursive: true, force: true });
});

const notes = async (): Promise<Record<string, string | undefined>[]> =>
  (await readFile(join(folder, 'notes'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const cameraOf = (token: string) => findWorkerCamera(db, createHash('sha256').update(token).digest());
const queues = () => readdir(join(folder, 'plate-queue')).catch(() => []);

it('runs a worker only for a camera that needs one, with its own token, and stops it with its queue', async () => {
  await mkdir(join(folder, 'plate-queue', gate), { recursive: true });
  appendFileSync(join(folder, 'plate-queue', gate, 'left.json'), '{}');
  await updateCamera(db, gate, { lprEngine: 'none' });
  await expect.poll(queues).toEqual([]);
  expect(await notes()).toEqual([]);
  await updateCamera(db, gate, { lprEngine: 'native-alpr', subUrl: 'rtsp://cam/sub' });
  await expect.poll(async () => (await notes()).length).toBe(1);
  const [given] = await notes();
  const token = given?.LPR_INGEST_TOKEN ?? '';
  expect(given).toEqual({
    LPR_CAMERA_ID: gate,
    LPR_INGEST_TOKEN: token,
    LPR_RTSP_URL: `rtsp://127.0.0.1:8554/${gate}/main?token=${token}`,
    LPR_RTSP_SUB_URL: `rtsp://127.0.0.1:8554/${gate}/sub?token=${token}`,
    API_BASE_URL: 'http://127.0.0.1:8080',
  });
  expect(token.length).toBeGreaterThan(40);
  expect(await cameraOf(token)).toBe(gate);
  await mkdir(join(folder, 'plate-queue', gate), { recursive: true });
  await updateLprConfig(db, { enabled: false });
  await expect.poll(() => cameraOf(token)).toBeUndefined();
  await expect.poll(queues).toEqual([]);
});

it('revokes the token of a worker that ended, and gives the next one another', async () => {
  await updateCamera(db, gate, { lprEngine: 'both' });
  await expect.poll(async () => (await notes()).length).toBe(1);
  const first = (await notes())[0]?.LPR_INGEST_TOKEN ?? '';
  await running.stop();
  expect(await cameraOf(first)).toBeUndefined();
});

it('reads exactly the cameras whose engine has a reader of ours', async () => {
  const isRead: [string, boolean][] = [];
  for (const lprEngine of ['none', 'external', 'native-alpr', 'both'] as const) {
    await updateCamera(db, gate, { lprEngine });
    isRead.push([lprEngine, (await listCamerasForWorkers(pool)).some(({ id }) => id === gate)]);
  }
  expect(isRead).toEqual([
    ['none', false],
    ['external', false],
    ['native-alpr', true],
    ['both', true],
  ]);
});
