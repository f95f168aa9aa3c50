import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsAmong, surplusBackups } from '@holdfast/domain';

/** Separate from the files of `npm run backup`, which are never deleted automatically. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups', 'automatic');

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Newest first. */
export async function listBackupFiles(dataDir: string): Promise<{ name: string; sizeBytes: number }[]> {
  const folder = backupFolder(dataDir);
  const found = await Promise.all(
    backupsAmong(await namesIn(folder)).map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => [{ name, sizeBytes: size }],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Deletes all but the newest, and drafts of backups that were killed. Call it only while none is being made. */
export async function sweepBackups(dataDir: string, keep: number): Promise<string[]> {
  const folder = backupFolder(dataDir);
  const names = await namesIn(folder);
  const gone = surplusBackups(names, keep);
  const drafts = names.filter((name) => name.endsWith('.partial'));
  for (const name of [...gone, ...drafts]) await rm(join(folder, name), { force: true });
  return gone;
}
