import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { backupFolder, listBackupFiles } from './backups/backup-folder.ts';
import type { TestApp } from './test-app.ts';
import { databaseText } from './test-database-text.ts';
import { unzip } from './test-unzip.ts';

/** Everything shown about the system to administrators and programs, which may leave the house. */
const SHOWN = [
  '/audit',
  '/audit/export',
  '/metrics',
  '/status',
  '/stats/warnings',
  '/system-events',
  '/config/settings',
];

/** Everything in which a secret could stay behind, as text: the database, a backup of it, the support bundle, and what is shown. */
export async function everythingKept(test: TestApp, admin: string): Promise<Record<string, string>> {
  const kept: Record<string, string> = { database: await databaseText(test.connectionString) };
  const read = async (path: string): Promise<Buffer | object> => {
    const reply = await test.call('GET', path, { token: admin });
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
    return reply.body;
  };
  for (const path of SHOWN) {
    const body = await read(path);
    kept[path] = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  }
  kept['/support-bundle'] = Object.values(unzip((await read('/support-bundle')) as Buffer)).join('\n');
  await test.call('POST', '/config/backups/start', { token: admin });
  await test.makeBackups();
  const [newest] = await listBackupFiles(test.dataDir);
  if (!newest) throw new Error('no backup was made');
  kept.backup = gunzipSync(await readFile(join(backupFolder(test.dataDir), newest.name))).toString();
  return kept;
}
