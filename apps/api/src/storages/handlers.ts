import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Routes } from '@holdfast/contract';
import {
  databaseFault,
  deleteStorage,
  findStorage,
  findStorageStatus,
  forgetMarker,
  insertStorage,
  listStorages,
  lockFor,
  renameStorage,
  resumePruning,
  type StorageRow,
} from '@holdfast/db';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { folderFault } from './folder-fault.ts';
import { inspectFolder } from './inspect-folder.ts';

export function storageHandlers({
  db,
  dataDir,
  clock,
}: Pick<Deps, 'db' | 'dataDir' | 'clock'>): Handlers<Routes['storages']> {
  const present = async (storage: StorageRow) => {
    const path = resolve(dataDir, storage.path);
    const [facts, status] = await Promise.all([inspectFolder(path), findStorageStatus(db, storage.id)]);
    return {
      id: storage.id,
      name: storage.name,
      path,
      is_default: storage.isDefault,
      state: facts.state,
      total_bytes: facts.totalBytes,
      free_bytes: facts.freeBytes,
      pruning_stopped_at: status?.pruneStoppedAt?.toISOString() ?? null,
      created_at: storage.createdAt.toISOString(),
    };
  };
  const folderOf = (storage: StorageRow) => realFolder(resolve(dataDir, storage.path));
  const find = async (id: string) => {
    const storage = await findStorage(db, id);
    if (!storage) throw new Problem('not-found');
    return storage;
  };

  return {
    list: async () => ({ items: await Promise.all((await listStorages(db)).map(present)) }),

    create: async ({ body }) => {
      // The real path, so that one folder under two names is still one storage.
      const path = await realpath(body.path).catch(() => undefined);
      if (path === undefined) throw invalidField('/path', 'does not exist on the server; create the folder first');
      const { state } = await inspectFolder(path);
      if (state !== 'ok')
        throw invalidField('/path', state === 'missing' ? 'is not a folder' : 'cannot be written by the server');
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'storages');
        const storages = await Promise.all((await listStorages(tx)).map(folderOf));
        if (storages.includes(path)) throw new Problem('path-taken');
        const fault = folderFault(path, { dataDir: await realFolder(dataDir), storages });
        if (fault !== undefined) throw invalidField('/path', fault);
        return present(await insertStorage(tx, { name: body.name, path }));
      });
    },

    update: async ({ params, body }) => {
      await find(params.id);
      if (body.name !== undefined) await renameStorage(db, params.id, body.name);
      return present(await find(params.id));
    },

    remove: async ({ params }) => {
      const storage = await find(params.id);
      if (storage.isDefault) throw new Problem('default-storage');
      await deleteStorage(db, params.id).catch((err: unknown) => {
        if (databaseFault(err).kind === 'still-referenced') throw new Problem('storage-in-use');
        throw err;
      });
    },

    acceptDisk: async ({ params }) => {
      await find(params.id);
      await forgetMarker(db, params.id);
    },

    resumePruning: async ({ params }) => {
      await find(params.id);
      await resumePruning(db, { storageId: params.id, now: new Date(clock.now()) });
    },
  };
}

/** Where links lead; a folder that is not there right now is still the one it was. */
const realFolder = (path: string) => realpath(path).catch(() => path);
