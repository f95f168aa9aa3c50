import { join, resolve } from 'node:path';
import { backupName } from '@holdfast/domain';
import { runCommand } from './backup/run-command.ts';
import { requireDatabase, withDatabase } from './backup/with-database.ts';
import { requireNewFile, writeBackup } from './backup/write-backup.ts';

await runCommand(process.env, async ({ dataDir, databaseUrl, signal }) => {
  const takenAt = new Date();
  const path = resolve(process.argv[2] ?? join(dataDir, 'backups', backupName(takenAt)));
  await requireNewFile(path);
  requireDatabase({ databaseUrl, dataDir });
  const { rows } = await withDatabase({ databaseUrl, dataDir }, (connectionString) =>
    writeBackup({ connectionString, path, takenAt, signal }),
  );
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Backed up ${total} rows of ${Object.keys(rows).length} tables to ${path}`);
  console.log(
    `Keep a copy of ${resolve(dataDir, 'keys', 'server.key')} with it: saved camera passwords need that key, and it is not in the file.`,
  );
});
