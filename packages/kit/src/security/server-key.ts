import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce } from '../files/create-file-once.ts';

const KEY_BYTES = 32;

/**
 * The key of this install, created at first start and kept outside the database, so that a stolen dump cannot be decrypted. Two
 * processes that start together end up with the same key.
 */
export async function loadServerKey(dataDir: string): Promise<Buffer> {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'server.key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const existing = await readKey(path);
  if (existing) return existing;
  await createFileOnce(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600 });
  const key = await readKey(path);
  if (!key) throw new Error(`The server key ${path} disappeared while starting: start again.`);
  return key;
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((err: NodeJS.ErrnoException) => {
    if (err.code === 'ENOENT') return undefined;
    throw err;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES)
    throw new Error(
      `The server key ${path} is damaged: put the original back from your backup, saved passwords need it.`,
    );
  return key;
}

/** A separate key for each use, so that one use never weakens another. */
export const deriveKey = (serverKey: Buffer, use: 'tokens' | 'secrets'): Buffer =>
  Buffer.from(hkdfSync('sha256', serverKey, Buffer.alloc(0), `holdfast ${use}`, KEY_BYTES));
