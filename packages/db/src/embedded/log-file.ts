import { copyFile, mkdir, open, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';

const largestBytes = 8 * 1024 * 1024;

/** Opened for appending, so that the file may be truncated while the server writes to it. The caller closes it. */
export const openLog = async (path: string) => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await boundLog(path);
  return open(path, 'a', 0o600);
};

/** Copies a log that grew too long to `.1` and truncates it: two files, each bounded. */
export const boundLog = async (path: string): Promise<void> => {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size <= largestBytes) return;
  await copyFile(path, `${path}.1`);
  await truncate(path, 0);
};

/** The end of the server's output since `offset`, for the message that explains why it did not start. */
export const logTail = async (path: string, offset: number): Promise<string> => {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const from = Math.max(offset, size - 2_000);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2_000), 0, 2_000, from);
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-4).join(' | ');
  } finally {
    await file.close();
  }
};
