import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Database, listStorages } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';

/**
 * Creates the folder of the built-in storage, so that a fresh install can record. Folders that an operator added are not
 * created.
 */
export async function createBuiltInFolder({
  db,
  dataDir,
  log,
}: {
  db: Database;
  dataDir: string;
  log: Logger;
}): Promise<void> {
  const builtIn = (await listStorages(db)).find(({ isDefault }) => isDefault);
  if (!builtIn) return;
  const path = resolve(dataDir, builtIn.path);
  await mkdir(path, { recursive: true }).catch((err: unknown) => {
    log.warn({ err, path }, 'cannot create the folder of the built-in storage');
  });
}
