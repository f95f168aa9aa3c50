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
  /** As it was last saved. */
  status: StorageStatusRow | undefined;
  reading: StorageReading;
}

/** There, and either ours by its marker or fresh: nothing was ever committed to it. */
export const isAvailable = ({ reading }: WatchedStorage): boolean => reading.state === 'ok' || reading.state === 'full';

export type ReadStorages = () => Promise<WatchedStorage[]>;

export interface StorageReaderOptions {
  db: Database;
  dataDir: string;
  limitMs?: number;
  inspect?: (expected: ExpectedStorage) => Promise<StorageReading>;
}

/** Looks at every storage at once; one that hangs is given up on and not asked again until its first answer comes. */
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
        // The built-in storage is ours to make; any other folder is somebody's disk and must be there.
        if (isOurs && marker === null) await mkdir(root, { recursive: true });
        return inspect(expected);
      });
    } catch (err) {
      if (err instanceof TookTooLong) return unreachable(reasonCode('storage-path-not-responding', { path: root }));
      throw err;
    }
  };

  return async () => {
    const [storages, statuses] = await Promise.all([listStorages(db), listStorageStatuses(db)]);
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
