import { resolve } from 'node:path';
import { connect, createPool, requireDatabase, runCommand, withDatabase } from '@holdfast/db';
import { checkStorage, isSound, type StorageCheck } from './check.ts';
import { checkReport } from './check-report.ts';
import { createStorageRegistry } from './storage/storage-registry.ts';

await runCommand(process.env, async ({ dataDir, databaseUrl, signal }) => {
  requireDatabase({ databaseUrl, dataDir, wanted: 'check' });
  const checks = await withDatabase({ databaseUrl, dataDir }, async (connectionString) => {
    const db = connect(createPool({ connectionString, poolSize: 2 }));
    try {
      const done: StorageCheck[] = [];
      for (const storage of await createStorageRegistry({ db, dataDir: resolve(dataDir) }).read())
        done.push(await checkStorage({ db, nowMs: Date.now(), signal }, storage));
      return done;
    } finally {
      await db.destroy();
    }
  });
  console.log(checkReport(checks));
  if (!checks.every(isSound)) process.exitCode = 1;
});
