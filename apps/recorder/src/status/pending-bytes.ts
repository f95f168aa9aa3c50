import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, savePendingBytes } from '@holdfast/db';
import { every, type Logger, type Task } from '@holdfast/kit';
import { SPOOL_FOLDER } from '../segments/spool.ts';

const INTERVAL_MS = 10_000;

/** Says how much footage is not durable yet: what a power cut right now would put at risk. */
export const pendingBytes = ({
  db,
  storages,
  log,
}: {
  db: Database;
  storages: () => Promise<readonly { id: string; root: string }[]>;
  log: Logger;
}): Task => {
  const write = async () => {
    for (const { id: storageId, root } of await storages())
      await savePendingBytes(db, { storageId, bytes: await spooledBytes(root) });
  };
  return every('pending-bytes', INTERVAL_MS, write, { log });
};

export async function spooledBytes(root: string): Promise<number> {
  const entries = await readdir(join(root, SPOOL_FOLDER), { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      // Published in this very moment.
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
