import {
  connect,
  createPool,
  type Database,
  findDefaultPolicyId,
  findDefaultStorageId,
  insertCamera,
  type NewSegment,
} from '@holdfast/db';
import { createLogger } from '@holdfast/kit';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createIndexQueue, type IndexQueue } from './index-queue.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let db: Database;
let cameraId: string;
let storageId: string;
let epoch: number;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 4, onIdleError: () => {} }));
  cameraId = (await insertCamera(db, { name: 'Gate', mainUrl: 'rtsp://cam/', policyId: await findDefaultPolicyId(db) }))
    .id;
  storageId = await findDefaultStorageId(db);
});
beforeEach(async () => {
  await db.deleteFrom('segment').execute();
  epoch = (await db.selectFrom('recorderLease').select('epoch').executeTakeFirstOrThrow()).epoch;
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const row = (second: number, change: Partial<NewSegment> = {}): NewSegment => {
  const startTs = new Date(Date.UTC(2026, 10, 15, 12, 0, second));
  return {
    cameraId,
    stream: 'main',
    startTs,
    preciseStartTs: startTs,
    durationMs: 1000,
    endTs: new Date(startTs.getTime() + 1000),
    storageId,
    path: `${cameraId}/main/20261115/${second}.mp4`,
    sizeBytes: 1000,
    parameterHash: 'x',
    ...change,
  };
};

async function whileIndexing(work: (queue: IndexQueue) => Promise<void>, underEpoch = epoch) {
  const queue = createIndexQueue({ db, log });
  const stop = new AbortController();
  const done = queue.run(underEpoch, stop.signal);
  await work(queue);
  stop.abort();
  await done;
}
const drained = (queue: IndexQueue) => queue.drained(AbortSignal.timeout(30_000));
const pathsInIndex = async () =>
  (await db.selectFrom('segment').select('path').orderBy('startTs').execute()).map(({ path }) => path);

describe('line 6: the index row', () => {
  it('is inserted once, and never replaces existing footage', async () => {
    await whileIndexing(async (queue) => {
      queue.push(row(1));
      await drained(queue);
      queue.push(row(1, { path: 'other.mp4', sizeBytes: 5 }));
      queue.push(row(1));
      queue.push(row(2));
      await drained(queue);
    });
    expect(await pathsInIndex()).toEqual([row(1).path, row(2).path]);
  });

  it('of a camera that was deleted meanwhile does not block the others', async () => {
    await whileIndexing(async (queue) => {
      queue.push(row(1));
      queue.push(row(2, { cameraId: '00000000-0000-4000-8000-000000000009' }));
      queue.push(row(3));
      await drained(queue);
    });
    expect(await pathsInIndex()).toEqual([row(1).path, row(3).path]);
  });

  it('counts sizes in the same transaction', async () => {
    await whileIndexing(async (queue) => {
      for (let second = 0; second < 1_200; second += 1) queue.push(row(second));
      await drained(queue);
    });
    const counter = await db.selectFrom('footageCounter').selectAll().executeTakeFirstOrThrow();
    expect(counter).toMatchObject({ segments: 1_200, bytes: 1_200_000 });
  });
});

describe('line 7: the database may be away', () => {
  it('rows wait in order and are inserted when it is back', async () => {
    const admin = new pg.Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    const name = new URL(database.connectionString).pathname.slice(1);
    const allow = (yes: boolean) => admin.query(`alter database ${name} with allow_connections ${yes}`);
    await allow(false);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await whileIndexing(async (queue) => {
      for (const second of [1, 2, 3]) queue.push(row(second));
      await queue.drained(AbortSignal.timeout(1_500));
      expect(queue.waiting).toBe(3);
      await allow(true);
      await drained(queue);
    });
    await admin.end();
    expect(await pathsInIndex()).toEqual([1, 2, 3].map((second) => row(second).path));
  });
});

describe('line 9: a fenced recorder', () => {
  it('indexes nothing more', async () => {
    await whileIndexing(async (queue) => {
      queue.push(row(1));
      await queue.drained(AbortSignal.timeout(500));
      expect(queue.waiting).toBe(1);
    }, epoch - 1);
    expect(await pathsInIndex()).toEqual([]);
  });
});
