import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { type Database, findStorageStatus, listStorageStatuses, listStorages } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { askOnce, type Clock, FolderInUse, type Logger, singleFlight, syncFolder } from '@holdfast/kit';
import { inspectStorage } from './inspect-storage.ts';
import { markStorage } from './mark-storage.ts';
import type { StorageAnswer, StorageDoor } from './storage-door.ts';
import type { StorageLocks } from './storage-locks.ts';

export interface RememberedStorage {
  id: string;
  /** As stored in the database: relative for the built-in storage. */
  path: string;
  marker: string | null;
}

interface KnownStorage extends RememberedStorage {
  root: string;
  builtIn: boolean;
}

export interface MarkedStorages extends StorageDoor {
  /** Reloads the storages. The known ones stay while the database is away. */
  refresh(): Promise<void>;
  /** Throws FolderInUse if another recorder uses one of them. */
  lockAll(): Promise<void>;
  /** All storages, in use or not. */
  all(): { id: string; root: string }[];
  /** All storages that are mounted and ours. */
  usable(): Promise<{ id: string; root: string }[]>;
  /** Resolves when pending markers are written. */
  marked(): Promise<void>;
  /** The storages for the last known settings. */
  toRemember(): RememberedStorage[];
}

const LOOK_LIMIT_MS = 5_000;

const closed = (detail: string): StorageAnswer => ({ kind: 'closed', state: 'storage_missing', detail });

const placedIn = (dataDir: string, { id, path, marker }: RememberedStorage): KnownStorage => ({
  id,
  path,
  marker,
  root: resolve(dataDir, path),
  builtIn: !isAbsolute(path),
});

/** Whether a storage can be written to; it is then locked. */
async function look(
  { id: storageId, root, marker, builtIn }: KnownStorage,
  { inspect, locks }: { inspect: typeof inspectStorage; locks: StorageLocks },
): Promise<StorageAnswer> {
  // We create the built-in storage; any other folder is a disk that must be mounted.
  if (builtIn && marker === null) {
    await mkdir(root, { recursive: true });
    // Also if it existed: if the folder's own name is lost in a power cut, its footage is lost too.
    await syncFolder(dirname(root));
  }
  const { state, detail } = await inspect({ storageId, root, marker });
  if (state === 'full') return { kind: 'closed', state: 'disk_full', detail: reasonCode('storage-full') };
  if (state !== 'ok') return closed(detail ?? reasonCode('storage-unusable'));
  await locks.hold(root);
  return { kind: 'open', root };
}

/** The storages in the database, each inspected before it is written to, and locked when it is first used. */
export function createMarkedStorages({
  db,
  dataDir,
  clock,
  locks,
  log,
  mayMark,
  remembered = [],
  limitMs = LOOK_LIMIT_MS,
  inspect = inspectStorage,
}: {
  db: Database;
  dataDir: string;
  clock: Clock;
  locks: StorageLocks;
  log: Logger;
  /** Only the holder of the lease may mark a storage. */
  mayMark: () => boolean;
  /** Used until the storages have been read from the database. */
  remembered?: readonly RememberedStorage[] | undefined;
  limitMs?: number;
  inspect?: typeof inspectStorage;
}): MarkedStorages {
  const lookOnce = askOnce<StorageAnswer>(limitMs);
  const lockOnce = askOnce<void>(limitMs);
  const inPlace = (storage: RememberedStorage) => placedIn(dataDir, storage);
  let known = new Map(remembered.map((storage) => [storage.id, inPlace(storage)]));

  const names = new Map<string, string>();

  const ask = async (storageId: string): Promise<StorageAnswer> => {
    const storage = known.get(storageId);
    if (!storage) return closed(reasonCode('storage-removed'));
    return lookOnce(`${storage.root} ${storage.marker}`, () => look(storage, { inspect, locks })).catch(
      (err: unknown) => {
        if (err instanceof FolderInUse) return closed(err.message);
        log.warn({ err, storage_id: storageId, storage: names.get(storageId) }, 'storage does not answer');
        return closed(reasonCode('storage-not-responding'));
      },
    );
  };

  const markOnce = singleFlight<void>();
  const marking = new Set<Promise<void>>();
  const mark = async (storage: KnownStorage, { root, path }: { root: string; path: string }): Promise<void> => {
    const { id } = storage;
    try {
      const outcome = await markStorage({ db, clock, storage: { id, root }, committedPath: path });
      if (outcome === 'foreign') log.error({ storage_id: id }, 'the storage has the marker of another storage');
      const saved = await findStorageStatus(db, id);
      const current = known.get(id);
      if (current) current.marker = saved?.marker ?? null;
    } catch (err) {
      // The segment is safe; the next one marks the storage.
      log.warn({ err, storage_id: id }, 'storage could not be marked yet');
    }
  };

  return {
    ask,
    async refresh() {
      const [storages, statuses] = await Promise.all([listStorages(db), listStorageStatuses(db)]);
      names.clear();
      for (const { id, name } of storages) names.set(id, name);
      const markers = new Map(statuses.map(({ storageId, marker }) => [storageId, marker]));
      known = new Map(
        storages.map(({ id, path }) => {
          // An administrator has accepted a new disk: known, but without a marker.
          const marker = markers.has(id) ? (markers.get(id) ?? null) : (known.get(id)?.marker ?? null);
          return [id, inPlace({ id, path, marker })];
        }),
      );
    },
    async lockAll() {
      // Also with a foreign marker: it may be the storage that another recorder is writing to.
      const locking = [...known.values()].map(({ root }) =>
        lockOnce(root, () => locks.hold(root)).catch((err: unknown) => {
          if (err instanceof FolderInUse) throw err;
        }),
      );
      await Promise.all(locking);
    },
    all: () => [...known.values()].map(({ id, root }) => ({ id, root })),
    async usable() {
      const answers = await Promise.all([...known.values()].map(async ({ id }) => ({ id, answer: await ask(id) })));
      return answers.flatMap(({ id, answer }) => (answer.kind === 'open' ? [{ id, root: answer.root }] : []));
    },
    toRemember: () => [...known.values()].map(({ id, path, marker }) => ({ id, path, marker })),
    async marked() {
      await Promise.all(marking);
    },
    committed({ storageId, root, path }) {
      const storage = known.get(storageId);
      if (!mayMark() || !storage || storage.marker !== null) return;
      // Two streams finish at once: the second must not take the marker of the first for a foreign one.
      const one = markOnce(storageId, () => mark(storage, { root, path })).finally(() => marking.delete(one));
      marking.add(one);
    },
  };
}
