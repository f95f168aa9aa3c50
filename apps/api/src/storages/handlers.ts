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
import { reasonCode } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { folderFault } from './folder-fault.ts';
import { createFolders, type Folders } from './folders.ts';

export function storageHandlers({
  db,
  dataDir,
  clock,
  folders = createFolders(),
}: Pick<Deps, 'db' | 'dataDir' | 'clock'> & { folders?: Folders }): Handlers<Routes['storages']> {
  const present = async (storage: StorageRow) => {
    const path = resolve(dataDir, storage.path);
    const [facts, status] = await Promise.all([folders.inspect(path), findStorageStatus(db, storage.id)]);
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
  /** The resolved path; a folder that is currently missing keeps its path. */
  const realFolder = async (path: string) => (await folders.realPath(path)) ?? path;
  const folderOf = (storage: StorageRow) => realFolder(resolve(dataDir, storage.path));
  const find = async (id: string) => {
    const storage = await findStorage(db, id);
    if (!storage) throw new Problem('not-found');
    return storage;
  };

  return {
    list: async () => ({ items: await Promise.all((await listStorages(db)).map(present)) }),

    create: async ({ body }) => {
      // The resolved path, so that one folder under two names is one storage.
      const path = await folders.realPath(body.path);
      if (path === undefined) throw invalidField('/path', reasonCode('folder-not-found'));
      if ((await folders.inspect(path)).state === 'missing')
        throw invalidField('/path', reasonCode('folder-not-a-folder'));
      return db.transaction().execute(async (tx) => {
        await lockFor(tx, 'storages');
        const storages = await Promise.all((await listStorages(tx)).map(folderOf));
        if (storages.includes(path)) throw new Problem('path-taken');
        const fault = folderFault(path, { dataDir: await realFolder(dataDir), storages });
        if (fault !== undefined) throw invalidField('/path', fault);
        // Only now: nothing is written into a folder that cannot be a storage anyway.
        const trial = await folders.try(path);
        if (trial.kind !== 'ok') throw invalidField('/path', trialFaults[trial.kind]);
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

const trialFaults = {
  unwritable: reasonCode('folder-unwritable'),
  'no-links': reasonCode('folder-without-links'),
};
