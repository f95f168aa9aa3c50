import { access, constants, stat, statfs } from 'node:fs/promises';

export interface FolderFacts {
  state: 'ok' | 'missing' | 'unwritable';
  totalBytes: number | null;
  freeBytes: number | null;
}

const TIMEOUT_MS = 2_000;

/** How a storage folder looks right now. A dead network share may never answer, so it is given a moment and no more. */
export async function inspectFolder(path: string): Promise<FolderFacts> {
  const hung = new Promise<FolderFacts>((resolve) =>
    setTimeout(() => resolve({ state: 'missing', totalBytes: null, freeBytes: null }), TIMEOUT_MS).unref(),
  );
  return Promise.race([look(path), hung]);
}

async function look(path: string): Promise<FolderFacts> {
  const folder = await stat(path).catch(() => undefined);
  if (!folder?.isDirectory()) return { state: 'missing', totalBytes: null, freeBytes: null };
  const writable = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const { bsize, blocks, bavail } = await statfs(path);
  return { state: writable ? 'ok' : 'unwritable', totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
