import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Database, listStorageStatuses, listStorages, type StorageStatusRow } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { askOnce, fileFault, syncFolder, TookTooLong } from '@holdfast/kit';
import { type ExpectedStorage, inspectStorage, type StorageReading, unreachable } from './inspect-storage.ts';

export interface RememberedStorage {
  id: string;
  /** As stored in the database: relative for the built-in storage. */
  path: string;
  marker: string | null;
}

export interface KnownStorage extends RememberedStorage {
  root: string;
}

export interface WatchedStorage {
  id: string;
  name: string;
  root: string;
  /** The last saved status. */
  status: StorageStatusRow | undefined;
  reading: StorageReading;
}

/** Reads the storages from the database and inspects all of them. Throws while the database is away. */
export type ReadStorages = () => Promise<WatchedStorage[]>;

/** Mounted, and either identified by its marker or new and empty. */
export const isAvailable = ({ reading }: WatchedStorage): boolean => reading.state === 'ok' || reading.state === 'full';

export interface StorageRegistry {
  /** Reloads the storages. The known ones stay while the database is away. */
  refresh(): Promise<void>;
  /** All storages, in use or not. */
  all(): readonly KnownStorage[];
  find(id: string): KnownStorage | undefined;
  setMarker(id: string, marker: string): void;
  /** A storage that hangs is not inspected again until the pending inspection returns. */
  inspect(storage: KnownStorage): Promise<StorageReading>;
  read: ReadStorages;
  /** The storages for the last known settings. */
  toRemember(): RememberedStorage[];
}

const LIMIT_MS = 5_000;

/** The storages of this recorder, with their markers and current state. */
export function createStorageRegistry({
  db,
  dataDir,
  remembered = [],
  onChange,
  limitMs = LIMIT_MS,
  inspect = inspectStorage,
}: {
  db: Database;
  dataDir: string;
  /** Used until the storages have been read from the database. */
  remembered?: readonly RememberedStorage[] | undefined;
  /** A storage was added, moved or removed, or another disk was accepted for it. */
  onChange?: (() => void) | undefined;
  limitMs?: number;
  inspect?: (expected: ExpectedStorage) => Promise<StorageReading>;
}): StorageRegistry {
  const inspectOnce = askOnce<StorageReading>(limitMs);
  const withRoot = (storage: RememberedStorage): KnownStorage => ({ ...storage, root: resolve(dataDir, storage.path) });
  let known = new Map(remembered.map((storage) => [storage.id, withRoot(storage)]));
  let begun = 0;
  let applied = 0;
  /** The newest load that had begun when a storage was marked: what that load read may be older. */
  const markedIn = new Map<string, number>();
  const toRemember = () => [...known.values()].map(({ id, path, marker }) => ({ id, path, marker }));

  const load = async () => {
    begun += 1;
    const own = begun;
    // Sequential: this happens all the time, and a second connection would cost more than it saves.
    const storages = await listStorages(db);
    const statuses = new Map((await listStorageStatuses(db)).map((status) => [status.storageId, status]));
    const markerOf = (id: string): string | null => {
      const status = statuses.get(id);
      // It was marked after its status was read, or its status is missing in a database restored from a backup.
      if (!status || (markedIn.get(id) ?? 0) >= own) return known.get(id)?.marker ?? null;
      // Null if an administrator has accepted a new disk.
      return status.marker;
    };
    // Unless a load that began later has already ended: its result is newer.
    if (own > applied) {
      applied = own;
      const oldOnes = toRemember();
      known = new Map(storages.map(({ id, path }) => [id, withRoot({ id, path, marker: markerOf(id) })]));
      if (!isDeepStrictEqual(toRemember(), oldOnes)) onChange?.();
    }
    return storages.map(({ id, name }) => ({ id, name, status: statuses.get(id) }));
  };

  const inspectKnown = async (storage: KnownStorage): Promise<StorageReading> => {
    const { id: storageId, path, root, marker } = storage;
    try {
      return await inspectOnce(`${root} ${marker}`, async () => {
        // We create the built-in storage; any other folder is a disk that must be mounted.
        if (!isAbsolute(path) && marker === null) await createFolder(root);
        return inspect({ storageId, root, marker });
      });
    } catch (err) {
      if (err instanceof TookTooLong) return unreachable(reasonCode('storage-path-not-responding', { path: root }));
      return unreachable(reasonCode('storage-unreadable', { path: root, error: fileFault(err) }));
    }
  };

  return {
    inspect: inspectKnown,
    async refresh() {
      await load();
    },
    async read() {
      const storages = await load();
      const reads = storages.map(async ({ id, name, status }): Promise<WatchedStorage[]> => {
        const storage = known.get(id);
        return storage ? [{ id, name, root: storage.root, status, reading: await inspectKnown(storage) }] : [];
      });
      return (await Promise.all(reads)).flat();
    },
    all: () => [...known.values()],
    find: (id) => known.get(id),
    setMarker(id, marker) {
      const storage = known.get(id);
      if (!storage) return;
      known.set(id, { ...storage, marker });
      markedIn.set(id, begun);
    },
    toRemember,
  };
}

async function createFolder(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  // Also if it existed: if the folder's own name is lost in a power cut, its footage is lost too.
  await syncFolder(dirname(root));
}
