import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createPool, type Database, findStorageStatus, forgetMarker, rememberMarker } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { createLogger, FolderInUse, lockFolder, systemClock } from '@holdfast/kit';
import { createTestDatabase, type TestDatabase } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { inspectStorage } from './inspect-storage.ts';
import { MARKER_NAME, readMarker } from './marker.ts';
import { createStorageGuard } from './storage-guard.ts';
import { createStorageLocks, type StorageLocks } from './storage-locks.ts';
import { createStorageRegistry, type RememberedStorage } from './storage-registry.ts';

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
  dataDir = await mkdtemp(join(tmpdir(), 'guarded-'));
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

type Parts = {
  db?: Database;
  mayMark?: () => boolean;
  remembered?: readonly RememberedStorage[];
  onChange?: () => void;
  limitMs?: number;
  inspect?: typeof inspectStorage;
};
const guardStorages = ({ mayMark = () => true, ...parts }: Parts = {}) => {
  const registry = createStorageRegistry({ db, dataDir, ...parts });
  return { registry, guard: createStorageGuard({ db, ...parts, registry, clock: systemClock, locks, log, mayMark }) };
};

describe('line 6: the marking of a storage', () => {
  it('needs the lease: without it segments leave no marker, with it the next one does', async () => {
    let mayMark = false;
    const { registry, guard } = guardStorages({ mayMark: () => mayMark });
    await registry.refresh();
    guard.committed({ storageId: id, root, path: 'first.mp4' });
    await guard.marked();
    expect(await markOf()).toBeNull();
    expect(await readMarker(root)).toEqual({ kind: 'absent' });
    mayMark = true;
    guard.committed({ storageId: id, root, path: 'second.mp4' });
    await guard.marked();
    const marker = await markOf();
    expect(marker).not.toBeNull();
    expect(await readMarker(root)).toEqual({ kind: 'found', storageId: id, marker });
    expect(registry.toRemember()).toMatchObject([{ id, marker }]);
  });

  it('happens once when two streams finish their first segments at the same time', async () => {
    const { registry, guard } = guardStorages();
    await registry.refresh();
    for (const path of ['first.mp4', 'second.mp4']) guard.committed({ storageId: id, root, path });
    await guard.marked();
    expect(await readMarker(root)).toEqual({ kind: 'found', storageId: id, marker: await markOf() });
  });

  it('is not overwritten by a load of the storages that began before it', async () => {
    const { registry } = guardStorages();
    await registry.refresh();
    const looking = registry.refresh();
    const [written, saved] = [randomUUID(), randomUUID()];
    registry.setMarker(id, written);
    await looking;
    expect(registry.find(id)?.marker).toBe(written);
    await rememberMarker(db, { storageId: id, marker: saved, now: new Date() });
    await registry.refresh();
    expect(registry.find(id)?.marker).toBe(saved);
  });

  it('does not delay publishing, and may fail', async () => {
    const { registry } = guardStorages();
    await registry.refresh();
    const away = connect(createPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 }));
    const { guard } = guardStorages({ db: away, remembered: registry.toRemember() });
    expect(guard.committed({ storageId: id, root, path: 'first.mp4' })).toBeUndefined();
    await guard.marked();
    expect(await readMarker(root)).toEqual({ kind: 'absent' });
    await away.destroy();
  });
});

it('a change of the storages is reported: a new disk that was accepted, but not a marker that we wrote', async () => {
  let changes = 0;
  const { registry, guard } = guardStorages({
    onChange: () => {
      changes += 1;
    },
  });
  await registry.refresh();
  expect(changes).toBe(1);
  guard.committed({ storageId: id, root, path: 'first.mp4' });
  await guard.marked();
  await registry.refresh();
  expect(changes).toBe(1);
  await forgetMarker(db, id);
  await registry.read();
  expect([changes, registry.find(id)?.marker]).toEqual([2, null]);
});

describe('two loads at once', () => {
  /** A database whose statuses come only when they are let through. */
  const slowly = () => {
    const gates: (() => void)[] = [];
    const held = new WeakSet<object>();
    const slow = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (/storage_?status/i.test(JSON.stringify(node))) held.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (held.has(queryId)) await new Promise<void>((resolve) => gates.push(resolve));
        return result;
      },
    });
    return { slow, gates };
  };

  it('the older one removes no storage that the newer one has found', async () => {
    const { slow, gates } = slowly();
    const { registry } = guardStorages({ db: slow });
    const older = registry.refresh();
    await expect.poll(() => gates).toHaveLength(1);
    const path = join(dataDir, 'second');
    await db.insertInto('storage').values({ name: 'Second', nameKey: 'second', path }).execute();
    const newer = registry.refresh();
    await expect.poll(() => gates).toHaveLength(2);
    gates[1]?.();
    await newer;
    gates[0]?.();
    await older;
    expect(registry.all().map(({ root: at }) => at)).toContain(path);
  });

  it('neither brings back the marker of a disk that was replaced by an accepted one', async () => {
    await rememberMarker(db, { storageId: id, marker: randomUUID(), now: new Date() });
    const { slow, gates } = slowly();
    const { registry } = guardStorages({ db: slow });
    const first = registry.refresh();
    await expect.poll(() => gates).toHaveLength(1);
    gates[0]?.();
    await first;
    const older = registry.refresh();
    await expect.poll(() => gates).toHaveLength(2);
    await forgetMarker(db, id);
    const newer = registry.refresh();
    await expect.poll(() => gates).toHaveLength(3);
    gates[1]?.();
    await older;
    gates[2]?.();
    await newer;
    expect(registry.find(id)?.marker).toBeNull();
  });
});

describe('before each new file', () => {
  it('an open storage is confirmed, unless its marker is another one or missing', async () => {
    const { registry, guard } = guardStorages();
    await registry.refresh();
    await guard.confirm(id);
    guard.committed({ storageId: id, root, path: 'first.mp4' });
    await guard.marked();
    await guard.confirm(id);
    const file = join(root, MARKER_NAME);
    const ours = await readFile(file, 'utf8');
    const refused = (code: string) =>
      expect(guard.confirm(id)).rejects.toMatchObject({ reason: expect.stringContaining(code) });
    await rm(file);
    await refused('storage-unmarked');
    for (const other of ['garbage', JSON.stringify({ storage_id: randomUUID(), marker: 'theirs' })]) {
      await writeFile(file, other);
      await refused('storage-changed');
    }
    await writeFile(file, ours);
    await guard.confirm(id);
    await expect(guard.confirm(randomUUID())).rejects.toThrow('storage');
  });
});

it('a storage without hard links cannot be recorded to, and reports why', async () => {
  const { registry, guard } = guardStorages({
    inspect: (expected) => inspectStorage(expected, { attempt: async () => ({ kind: 'no-links', code: 'EPERM' }) }),
  });
  await registry.refresh();
  expect(await guard.check(id)).toEqual({
    kind: 'closed',
    state: 'storage_missing',
    detail: expect.stringContaining('storage-without-links'),
  });
});

it('a storage of another recorder cannot be recorded to, and reports why', async () => {
  const { registry, guard } = guardStorages();
  await registry.refresh();
  const theirs = await lockFolder(root, 'holdfast-storage');
  const detail = reasonCode('storage-of-another-recorder', { path: root });
  expect(await guard.check(id)).toEqual({ kind: 'closed', state: 'storage_missing', detail });
  await expect(guard.lockAll()).rejects.toThrow(FolderInUse);
  await theirs.release();
  expect(await guard.check(id)).toEqual({ kind: 'open', root });
});

it('a built-in storage whose folder cannot be created is unreadable, and blocks no other', async () => {
  const share = join(dataDir, 'share');
  await mkdir(share);
  await db.insertInto('storage').values({ name: 'Share', nameKey: 'share', path: share }).execute();
  await rm(root, { recursive: true });
  await writeFile(root, 'not a folder');
  const { registry } = guardStorages();
  const readings = (await registry.read()).map(({ reading, ...storage }) => [storage.root, reading.state]);
  expect(new Map(readings as [string, string][])).toEqual(
    new Map([
      [root, 'missing'],
      [share, 'ok'],
    ]),
  );
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
    const { registry, guard } = guardStorages({
      limitMs: 200,
      inspect: async (expected) => {
        if (expected.storageId !== shareId) return inspectStorage(expected);
        asked += 1;
        await hanging;
        return inspectStorage(expected);
      },
    });
    await registry.refresh();
    for (let n = 0; n < 3; n += 1) {
      expect(await guard.check(shareId)).toMatchObject({ kind: 'closed', state: 'storage_missing' });
      await expect.poll(() => guard.usable()).toEqual([{ id, root }]);
    }
    expect((await registry.read()).find((storage) => storage.id === shareId)?.reading.state).toBe('missing');
    expect(asked).toBe(1);
    answer();
    await expect.poll(() => guard.check(shareId)).toEqual({ kind: 'open', root: share });
  });
});
