import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, savePendingBytes } from '@holdfast/db';
import { askOnce, every, type Logger, type Task, TookTooLong } from '@holdfast/kit';
import { SPOOL_FOLDER } from '../segments/spool.ts';

const INTERVAL_MS = 10_000;
const COUNT_LIMIT_MS = 5_000;

/** Publishes how many bytes are not durable yet: what a power cut would put at risk. */
export const pendingBytes = ({
  db,
  storages,
  isUsable,
  log,
}: {
  db: Database;
  storages: () => readonly { id: string; root: string }[];
  /** Whether a storage is mounted and ours. */
  isUsable: (storageId: string) => Promise<boolean>;
  log: Logger;
}): Task => {
  const count = askOnce<number>(COUNT_LIMIT_MS);
  const saved = new Map<string, number>();
  const writeOne = async ({ id: storageId, root }: { id: string; root: string }) => {
    const bytes = await count(root, () => spooledBytes(root)).catch((err: unknown) => {
      if (err instanceof TookTooLong) return undefined;
      throw err;
    });
    // Inspecting a storage writes to it, so it is done only when there is something to save.
    if (bytes === undefined || bytes === saved.get(storageId) || !(await isUsable(storageId))) return;
    await savePendingBytes(db, { storageId, bytes });
    saved.set(storageId, bytes);
  };
  const write = async () => {
    await Promise.all(storages().map(writeOne));
  };
  return every('pending-bytes', INTERVAL_MS, write, { log, isLight: true });
};

async function spooledBytes(root: string): Promise<number> {
  const entries = await readdir(join(root, SPOOL_FOLDER), { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries.filter((one) => one.isFile())) {
    // One after another, so that a hanging disk occupies one thread. A file that is missing was just published.
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}
