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
  /** As the index has it: relative for the built-in one. */
  path: string;
  marker: string | null;
}

interface KnownStorage extends RememberedStorage {
  root: string;
  builtIn: boolean;
}

export interface MarkedStorages extends StorageDoor {
  /** Reads again which storages there are; what was known stays known while the database is away. */
  refresh(): Promise<void>;
  /** Throws FolderInUse when another recorder has one of them. */
  lockAll(): Promise<void>;
  /** Every storage that is there and ours. */
  usable(): Promise<{ id: string; root: string }[]>;
  /** When what is being marked is marked. */
  marked(): Promise<void>;
  /** What is known of them, for a start without the database. */
  toRemember(): RememberedStorage[];
}

const LOOK_LIMIT_MS = 5_000;

/** The storages as the index knows them, each looked at before it is written to and locked by the first who does. */
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
  /** Marking is for the holder of the lease. */
  mayMark: () => boolean;
  /** Known until the database says otherwise. */
  remembered?: readonly RememberedStorage[] | undefined;
  limitMs?: number;
  inspect?: typeof inspectStorage;
}): MarkedStorages {
  const lookOnce = askOnce<StorageAnswer>(limitMs);
  const lockOnce = askOnce<void>(limitMs);
  const inPlace = ({ id, path, marker }: RememberedStorage): KnownStorage => ({
    id,
    path,
    marker,
    root: resolve(dataDir, path),
    builtIn: !isAbsolute(path),
  });
  let known = new Map(remembered.map((storage) => [storage.id, inPlace(storage)]));

  const closed = (detail: string): StorageAnswer => ({ kind: 'closed', state: 'storage_missing', detail });

  const look = async (storage: KnownStorage): Promise<StorageAnswer> => {
    const { id: storageId, root, marker } = storage;
    // The built-in storage is ours to make; any other folder is somebody's disk and must be there.
    if (storage.builtIn && marker === null) {
      await mkdir(root, { recursive: true });
      // Whoever made it: footage in a folder whose own name is lost in a power cut is lost with it.
      await syncFolder(dirname(root));
    }
    const { state, detail } = await inspect({ storageId, root, marker });
    if (state === 'full') return { kind: 'closed', state: 'disk_full', detail: reasonCode('storage-full') };
    if (state !== 'ok') return closed(detail ?? reasonCode('storage-unusable'));
    await locks.hold(root);
    return { kind: 'open', root };
  };

  const ask = async (storageId: string): Promise<StorageAnswer> => {
    const storage = known.get(storageId);
    if (!storage) return closed(reasonCode('storage-removed'));
    return lookOnce(`${storage.root} ${storage.marker}`, () => look(storage)).catch((err: unknown) => {
      if (err instanceof FolderInUse) return closed(err.message);
      log.warn({ err, storage_id: storageId }, 'storage does not answer');
      return closed(reasonCode('storage-not-responding'));
    });
  };

  const markOnce = singleFlight<void>();
  const marking = new Set<Promise<void>>();
  const mark = async (storage: KnownStorage, { root, path }: { root: string; path: string }): Promise<void> => {
    const { id } = storage;
    try {
      const said = await markStorage({ db, clock, storage: { id, root }, committedPath: path });
      if (said === 'foreign') log.error({ storage_id: id }, 'storage carries the marker of another');
      const saved = await findStorageStatus(db, id);
      const current = known.get(id);
      if (current) current.marker = saved?.marker ?? null;
    } catch (err) {
      // The marker can wait for the next segment; the segment is safe.
      log.warn({ err, storage_id: id }, 'storage could not be marked yet');
    }
  };

  return {
    ask,
    async refresh() {
      const [storages, statuses] = await Promise.all([listStorages(db), listStorageStatuses(db)]);
      const markers = new Map(statuses.map(({ storageId, marker }) => [storageId, marker]));
      known = new Map(
        storages.map(({ id, path }) => {
          // Known and null is a person's word that the disk in this place is a new one.
          const marker = markers.has(id) ? (markers.get(id) ?? null) : (known.get(id)?.marker ?? null);
          return [id, inPlace({ id, path, marker })];
        }),
      );
    },
    async lockAll() {
      // Whatever its marker says: a storage that looks foreign may be the very one that another recorder writes to.
      const locking = [...known.values()].map(({ root }) =>
        lockOnce(root, () => locks.hold(root)).catch((err: unknown) => {
          if (err instanceof FolderInUse) throw err;
        }),
      );
      await Promise.all(locking);
    },
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
      // Two streams finish at once: the second must not take the first one's marker for a stranger's.
      const one = markOnce(storageId, () => mark(storage, { root, path })).finally(() => marking.delete(one));
      marking.add(one);
    },
  };
}
