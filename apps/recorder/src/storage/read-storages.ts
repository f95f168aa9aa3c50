import { mkdir } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { type Database, listStorageStatuses, listStorages, type StorageStatusRow } from '@holdfast/db';
import { type ExpectedStorage, inspectStorage, type StorageReading, unreachable } from './inspect-storage.ts';
import { TookTooLong, withTimeLimit } from './time-limit.ts';

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
  const underWay = new Map<string, { reading: Promise<StorageReading>; sinceMs: number }>();

  const look = async (expected: ExpectedStorage): Promise<StorageReading> => {
    const { root, marker } = expected;
    const key = `${root} ${marker}`;
    // Each call that hangs holds one of a few threads, and a second one would take the threads from the healthy disks: so
    // whoever asks meanwhile waits for the same answer, as long as there is hope for it.
    const begun = underWay.get(key) ?? {
      reading: inspect(expected).finally(() => underWay.delete(key)),
      sinceMs: performance.now(),
    };
    underWay.set(key, begun);
    const leftMs = limitMs - (performance.now() - begun.sinceMs);
    if (leftMs <= 0) return unreachable(`${root} does not answer.`);
    return withTimeLimit(begun.reading, leftMs).catch((err: unknown) => {
      if (err instanceof TookTooLong) return unreachable(`${root} does not answer.`);
      throw err;
    });
  };

  return async () => {
    const [storages, statuses] = await Promise.all([listStorages(db), listStorageStatuses(db)]);
    const statusOf = new Map(statuses.map((status) => [status.storageId, status]));
    return Promise.all(
      storages.map(async ({ id, name, path }) => {
        const root = resolve(dataDir, path);
        const status = statusOf.get(id);
        const marker = status?.marker ?? null;
        // The built-in storage is ours to make; any other folder is somebody's disk and must be there.
        if (!isAbsolute(path) && marker === null) await mkdir(root, { recursive: true });
        return { id, name, root, status, reading: await look({ storageId: id, root, marker }) };
      }),
    );
  };
}
