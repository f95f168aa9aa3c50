import { type Database, findStorageStatus } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { askOnce, type Clock, FolderInUse, type Logger, singleFlight } from '@holdfast/kit';
import { judgeMarker, markerFault } from './inspect-storage.ts';
import { markStorage } from './mark-storage.ts';
import { readMarker } from './marker.ts';
import { type StorageAccess, type StorageAnswer, StorageChanged } from './storage-access.ts';
import type { StorageLocks } from './storage-locks.ts';
import type { KnownStorage, StorageRegistry } from './storage-registry.ts';

export interface StorageGuard extends StorageAccess {
  /** Throws FolderInUse if another recorder uses one of the storages. */
  lockAll(): Promise<void>;
  /** All storages that are mounted and ours. */
  usable(): Promise<{ id: string; root: string }[]>;
  /** Resolves when pending markers are written. */
  marked(): Promise<void>;
}

const LOCK_LIMIT_MS = 5_000;

const closed = (detail: string): StorageAnswer => ({ kind: 'closed', state: 'storage_missing', detail });

/** Storages are inspected before they are written to, locked when they are first used, and marked with their first segment. */
export function createStorageGuard({
  db,
  registry,
  clock,
  locks,
  log,
  mayMark,
}: {
  db: Database;
  registry: StorageRegistry;
  clock: Clock;
  locks: StorageLocks;
  log: Logger;
  /** Only the holder of the lease may mark a storage. */
  mayMark: () => boolean;
}): StorageGuard {
  const lockOnce = askOnce<void>(LOCK_LIMIT_MS);
  const lock = (root: string) => lockOnce(root, () => locks.hold(root));

  const check = async (storageId: string): Promise<StorageAnswer> => {
    const storage = registry.find(storageId);
    if (!storage) return closed(reasonCode('storage-removed'));
    const { root } = storage;
    const { state, detail } = await registry.inspect(storage);
    if (state === 'full') return { kind: 'closed', state: 'disk_full', detail: reasonCode('storage-full') };
    if (state !== 'ok') return closed(detail ?? reasonCode('storage-unusable'));
    try {
      await lock(root);
    } catch (err) {
      if (err instanceof FolderInUse) return closed(reasonCode('storage-of-another-recorder', { path: root }));
      log.warn({ err, storage_id: storageId, root }, 'storage cannot be locked');
      return closed(reasonCode('storage-path-not-responding', { path: root }));
    }
    return { kind: 'open', root };
  };

  const markOnce = singleFlight<void>();
  const marking = new Set<Promise<void>>();
  const mark = async ({ id }: KnownStorage, { root, path }: { root: string; path: string }): Promise<void> => {
    try {
      const outcome = await markStorage({ db, clock, storage: { id, root }, committedPath: path });
      if (outcome === 'foreign') log.error({ storage_id: id }, 'the storage has the marker of another storage');
      const saved = await findStorageStatus(db, id);
      if (saved?.marker) registry.setMarker(id, saved.marker);
    } catch (err) {
      // The segment is safe; the next one marks the storage.
      log.warn({ err, storage_id: id }, 'storage could not be marked yet');
    }
  };

  const confirm = async (storageId: string): Promise<void> => {
    const storage = registry.find(storageId);
    if (!storage) throw new StorageChanged(reasonCode('storage-removed'));
    const { root, marker } = storage;
    const expected = { storageId, root, marker };
    const fault = markerFault(judgeMarker(await readMarker(root), expected), expected);
    if (fault !== undefined) throw new StorageChanged(fault);
  };

  return {
    check,
    confirm,
    async lockAll() {
      // Also with a foreign marker: it may be the storage that another recorder is writing to.
      const locking = registry.all().map(({ root }) =>
        lock(root).catch((err: unknown) => {
          if (err instanceof FolderInUse) throw err;
        }),
      );
      await Promise.all(locking);
    },
    async usable() {
      const answers = await Promise.all(registry.all().map(async ({ id }) => ({ id, answer: await check(id) })));
      return answers.flatMap(({ id, answer }) => (answer.kind === 'open' ? [{ id, root: answer.root }] : []));
    },
    async marked() {
      await Promise.all(marking);
    },
    committed({ storageId, root, path }) {
      const storage = registry.find(storageId);
      if (!mayMark() || !storage || storage.marker !== null) return;
      // Two streams finish at once: the second must not take the marker of the first for a foreign one.
      const one = markOnce(storageId, () => mark(storage, { root, path })).finally(() => marking.delete(one));
      marking.add(one);
    },
  };
}
