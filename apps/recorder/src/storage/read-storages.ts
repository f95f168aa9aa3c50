import { mkdir } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { type Database, listStorageStatuses, listStorages, type StorageStatusRow } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { askOnce, TookTooLong } from '@holdfast/kit';
import { type ExpectedStorage, inspectStorage, type StorageReading, unreachable } from './inspect-storage.ts';

export interface WatchedStorage {
  id: string;
  name: string;
  root: string;
  /** The last saved status. */
  status: StorageStatusRow | undefined;
  reading: StorageReading;
}

/** Mounted, and either identified by its marker or new and empty. */
export const isAvailable = ({ reading }: WatchedStorage): boolean => reading.state === 'ok' || reading.state === 'full';

export type ReadStorages = () => Promise<WatchedStorage[]>;

export interface StorageReaderOptions {
  db: Database;
  dataDir: string;
  limitMs?: number;
  inspect?: (expected: ExpectedStorage) => Promise<StorageReading>;
}

/**
 * Inspects all storages in parallel. One that hangs is skipped, and not inspected again until the pending inspection
 * returns.
 */
export function createStorageReader({
  db,
  dataDir,
  limitMs = 5_000,
  inspect = inspectStorage,
}: StorageReaderOptions): ReadStorages {
  const ask = askOnce<StorageReading>(limitMs);

  const look = async (expected: ExpectedStorage, { isOurs }: { isOurs: boolean }): Promise<StorageReading> => {
    const { root, marker } = expected;
    try {
      return await ask(`${root} ${marker}`, async () => {
        // We create the built-in storage; any other folder is a disk that must be mounted.
        if (isOurs && marker === null) await mkdir(root, { recursive: true });
        return inspect(expected);
      });
    } catch (err) {
      if (err instanceof TookTooLong) return unreachable(reasonCode('storage-path-not-responding', { path: root }));
      throw err;
    }
  };

  return async () => {
    // One after the other: this happens all the time, and a second connection would cost more than it saves.
    const storages = await listStorages(db);
    const statuses = await listStorageStatuses(db);
    const statusOf = new Map(statuses.map((status) => [status.storageId, status]));
    return Promise.all(
      storages.map(async ({ id, name, path }) => {
        const root = resolve(dataDir, path);
        const status = statusOf.get(id);
        const marker = status?.marker ?? null;
        const reading = await look({ storageId: id, root, marker }, { isOurs: !isAbsolute(path) });
        return { id, name, root, status, reading };
      }),
    );
  };
}
