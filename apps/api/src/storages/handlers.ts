import { resolve } from 'node:path';
import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
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
import { auditChanges, reasonCode } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { folderFault } from './folder-fault.ts';
import { createFolders, type Folders } from './folders.ts';

const stillUsed = () => new Problem('storage-in-use', { reason: reasonCode('storage-has-policies') });

export function storageHandlers({
  db,
  dataDir,
  clock,
  folders = createFolders(),
}: {
  db: Database;
  dataDir: string;
  clock: Clock;
  folders?: Folders;
}): Handlers<Routes['storages']> {
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
  const find = async (conn: Conn, id: string) => {
    const storage = await findStorage(conn, id);
    if (!storage) throw new Problem('not-found');
    return storage;
  };

  return {
    list: async () => ({ items: await Promise.all((await listStorages(db)).map(present)) }),

    create: async ({ body, note }) => {
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
        const storage = await insertStorage(tx, { name: body.name, path });
        await note(tx, { id: storage.id, name: storage.name });
        return present(storage);
      });
    },

    update: async ({ params, body, note }) => {
      const storage = await db.transaction().execute(async (tx) => {
        const { id, name: before } = await find(tx, params.id);
        if (body.name !== undefined) await renameStorage(tx, id, body.name);
        const after = await find(tx, id);
        const changes = auditChanges({ before: { name: before }, after: { name: after.name } });
        await note(tx, { id, name: after.name, details: { changes } });
        return after;
      });
      return present(storage);
    },

    remove: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        const { id, name, isDefault } = await find(tx, params.id);
        if (isDefault) throw new Problem('default-storage');
        await deleteStorage(tx, id).catch((err: unknown) => {
          throw databaseFault(err).kind === 'still-referenced' ? stillUsed() : err;
        });
        await note(tx, { id, name });
        return undefined;
      }),

    acceptDisk: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        const { id, name } = await find(tx, params.id);
        await forgetMarker(tx, id);
        await note(tx, { id, name });
        return undefined;
      }),

    resumePruning: ({ params, note }) =>
      db.transaction().execute(async (tx) => {
        const { id, name } = await find(tx, params.id);
        await resumePruning(tx, { storageId: id, now: new Date(clock.now()) });
        await note(tx, { id, name });
        return undefined;
      }),
  };
}

const trialFaults = {
  unwritable: reasonCode('folder-unwritable'),
  'no-links': reasonCode('folder-without-links'),
};
