import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Database, listStorages } from '@holdfast/db';
import type { Logger } from '@holdfast/kit';

/** The built-in storage is ours to make, so that a fresh install has one that works. A folder somebody added is not. */
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
