import { access, constants, realpath, stat, statfs } from 'node:fs/promises';
import { askOnce, type FolderTrial, tryFolder } from '@holdfast/kit';

export interface FolderFacts {
  state: 'ok' | 'missing' | 'unwritable';
  totalBytes: number | null;
  freeBytes: number | null;
}

const LIMIT_MS = 2_000;
const MISSING: FolderFacts = { state: 'missing', totalBytes: null, freeBytes: null };

export interface Folders {
  /** The current state of a folder, without writing to it. */
  inspect(path: string): Promise<FolderFacts>;
  /** Whether it accepts footage, tested with real files. */
  try(path: string): Promise<FolderTrial>;
  /** The resolved path; undefined if it does not exist. */
  realPath(path: string): Promise<string | undefined>;
}

/** Inspects folders with a time limit: a dead network share may never answer, and is not accessed again in the meantime. */
export function createFolders({
  limitMs = LIMIT_MS,
  inspect = inspectFolder,
  attempt = tryFolder,
}: {
  limitMs?: number;
  inspect?: (path: string) => Promise<FolderFacts>;
  attempt?: (path: string) => Promise<FolderTrial>;
} = {}): Folders {
  const inspections = askOnce<FolderFacts>(limitMs);
  const trials = askOnce<FolderTrial>(limitMs);
  const paths = askOnce<string>(limitMs);
  return {
    inspect: (path) => inspections(path, () => inspect(path)).catch(() => MISSING),
    try: (path) =>
      trials(path, () => attempt(path)).catch((): FolderTrial => ({ kind: 'unwritable', code: 'ETIMEDOUT' })),
    realPath: (path) => paths(path, () => realpath(path)).catch(() => undefined),
  };
}

async function inspectFolder(path: string): Promise<FolderFacts> {
  const folder = await stat(path).catch(() => undefined);
  if (!folder?.isDirectory()) return MISSING;
  const writable = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  const { bsize, blocks, bavail } = await statfs(path);
  return { state: writable ? 'ok' : 'unwritable', totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
