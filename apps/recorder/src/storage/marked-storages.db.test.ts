import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createPool, type Database, findStorageStatus } from '@holdfast/db';
import { createLogger, systemClock } from '@holdfast/kit';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { inspectStorage } from './inspect-storage.ts';
import { createMarkedStorages } from './marked-storages.ts';
import { readMarker } from './marker.ts';
import { createStorageLocks, type StorageLocks } from './storage-locks.ts';

const log = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;
let db: Database;
let dataDir: string;
let locks: StorageLocks;
let id: string;
let root: string;

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = connect(createPool({ connectionString: database.connectionString, poolSize: 4 }));
  dataDir = await mkdtemp(join(tmpdir(), 'marked-'));
  locks = createStorageLocks();
  const storage = await db.selectFrom('storage').select(['id', 'path']).executeTakeFirstOrThrow();
  id = storage.id;
  root = join(dataDir, storage.path);
  await mkdir(root, { recursive: true });
  for (const path of ['first.mp4', 'second.mp4']) await writeFile(join(root, path), 'footage');
});
afterEach(async () => {
  await locks.releaseAll();
  await db.destroy();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const markOf = async () => (await findStorageStatus(db, id))?.marker ?? null;

describe('line 6: the marking of a storage', () => {
  it('needs the lease: without it segments leave no marker, with it the next one does', async () => {
    let mayMark = false;
    const storages = createMarkedStorages({ db, dataDir, clock: systemClock, locks, log, mayMark: () => mayMark });
    await storages.refresh();
    storages.committed({ storageId: id, root, path: 'first.mp4' });
    await storages.marked();
    expect(await markOf()).toBeNull();
    expect(await readMarker(root)).toEqual({ kind: 'absent' });
    mayMark = true;
    storages.committed({ storageId: id, root, path: 'second.mp4' });
    await storages.marked();
    const marker = await markOf();
    expect(marker).not.toBeNull();
    expect(await readMarker(root)).toEqual({ kind: 'found', storageId: id, marker });
    expect(storages.toRemember()).toMatchObject([{ id, marker }]);
  });

  it('happens once when two streams finish their first segments at the same time', async () => {
    const storages = createMarkedStorages({ db, dataDir, clock: systemClock, locks, log, mayMark: () => true });
    await storages.refresh();
    for (const path of ['first.mp4', 'second.mp4']) storages.committed({ storageId: id, root, path });
    await storages.marked();
    expect(await readMarker(root)).toEqual({ kind: 'found', storageId: id, marker: await markOf() });
  });

  it('does not delay publishing, and may fail', async () => {
    const storages = createMarkedStorages({ db, dataDir, clock: systemClock, locks, log, mayMark: () => true });
    await storages.refresh();
    const away = connect(createPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 }));
    const without = createMarkedStorages({
      db: away,
      dataDir,
      clock: systemClock,
      locks,
      log,
      mayMark: () => true,
      remembered: storages.toRemember(),
    });
    expect(without.committed({ storageId: id, root, path: 'first.mp4' })).toBeUndefined();
    await without.marked();
    expect(await readMarker(root)).toEqual({ kind: 'absent' });
    await away.destroy();
  });
});

it('a storage without hard links cannot be recorded to, and reports why', async () => {
  const storages = createMarkedStorages({
    ...{ db, dataDir, clock: systemClock, locks, log, mayMark: () => true },
    inspect: (expected) => inspectStorage(expected, { attempt: async () => ({ kind: 'no-links', code: 'EPERM' }) }),
  });
  await storages.refresh();
  expect(await storages.ask(id)).toEqual({
    kind: 'closed',
    state: 'storage_missing',
    detail: expect.stringContaining('storage-without-links'),
  });
});

describe('a storage that does not answer', () => {
  it('cannot be recorded to, is not called again while it hangs, and blocks no other', async () => {
    const share = join(dataDir, 'share');
    await mkdir(share);
    const { id: shareId } = await db
      .insertInto('storage')
      .values({ name: 'Share', nameKey: 'share', path: share })
      .returning('id')
      .executeTakeFirstOrThrow();
    let asked = 0;
    let answer = () => {};
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const storages = createMarkedStorages({
      ...{ db, dataDir, clock: systemClock, locks, log, mayMark: () => true, limitMs: 200 },
      inspect: async (expected) => {
        if (expected.storageId !== shareId) return inspectStorage(expected);
        asked += 1;
        await hanging;
        return inspectStorage(expected);
      },
    });
    await storages.refresh();
    for (let n = 0; n < 3; n += 1) {
      expect(await storages.ask(shareId)).toMatchObject({ kind: 'closed', state: 'storage_missing' });
      await expect.poll(() => storages.usable()).toEqual([{ id, root }]);
    }
    expect(asked).toBe(1);
    answer();
    await expect.poll(() => storages.ask(shareId)).toEqual({ kind: 'open', root: share });
  });
});
