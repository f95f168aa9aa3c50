import { resolve } from 'node:path';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './backup/run-command.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { withDatabase } from './backup/with-database.ts';

const [file] = process.argv.slice(2);

if (file === undefined) {
  console.error('Name the backup to restore: npm run restore -- FILE');
  process.exit(64);
}

await runCommand(process.env, async ({ dataDir, databaseUrl, signal }) => {
  // Before a database is created for it.
  const backup = await verifyBackup(resolve(file), signal);
  const { takenAt, rows, migrated } = await withDatabase({ databaseUrl, dataDir }, (connectionString) =>
    restoreBackup({ connectionString, backup, signal }),
  );
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${total} rows of ${Object.keys(rows).length} tables as they were at ${takenAt}.`);
  if (migrated.length > 0) console.log(`Brought them up to this version: ${migrated.join(', ')}.`);
  console.log(
    `Put the server key of that install to ${resolve(dataDir, 'keys', 'server.key')}: saved camera passwords need it.`,
  );
});
