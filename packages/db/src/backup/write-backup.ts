import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { syncFolder } from '@holdfast/kit';
import { BackupRefused } from './backup-refused.ts';
import { type BackupSummary, printBackup } from './print-backup.ts';

/**
 * Backs up the whole database from one snapshot. The file gets its name only when it is complete and on disk, and only its
 * owner may read it.
 */
export async function writeBackup(options: {
  connectionString: string;
  path: string;
  takenAt: Date;
  signal?: AbortSignal;
}): Promise<BackupSummary> {
  const { path, signal } = options;
  const summary: BackupSummary = { rows: {} };
  const draft = `${path}.${randomBytes(6).toString('hex')}.partial`;
  const file = await openDraft(path, draft);
  try {
    const lines = printBackup({ ...options, summary });
    await pipeline(lines, createGzip(), file.createWriteStream({ flush: true }), { ...(signal && { signal }) });
    await rename(draft, path);
    await syncFolder(dirname(path));
    return summary;
  } catch (err) {
    await rm(draft, { force: true });
    signal?.throwIfAborted();
    throw isFileFault(err) ? cannotWrite(path, err) : err;
  }
}

async function openDraft(path: string, draft: string) {
  try {
    await requireNewFile(path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await open(draft, 'wx', 0o600);
  } catch (err) {
    throw err instanceof BackupRefused ? err : cannotWrite(path, err);
  }
}

export async function requireNewFile(path: string): Promise<void> {
  const found = await lstat(path).catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return undefined;
    throw cannotWrite(path, err);
  });
  if (found) throw new BackupRefused('file', `${path} exists already: name another file.`);
}

const isFileFault = (err: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS'].includes((err as NodeJS.ErrnoException).code ?? '');

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'part of the path is not a folder',
};

const cannotWrite = (path: string, err: unknown): BackupRefused => {
  const { code = '', message } = err as NodeJS.ErrnoException;
  return new BackupRefused('file', `${path} cannot be written: ${reasons[code] ?? message}.`, { cause: err });
};
