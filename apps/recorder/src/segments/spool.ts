import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './disk-fault.ts';
import type { StreamRef } from './stream-ref.ts';

export const SPOOL_FOLDER = '.spool';
const CLAIMED_FOLDER = 'claimed';

/** The spool of one stream, on the file system of its storage, so that publishing is a link and never a copy. */
export interface StreamSpool {
  folder: string;
  /** Finished files wait here, apart from any run, so that what is held outlives the child that wrote it. */
  claimedFolder: string;
}

export const spoolOf = (root: string, { cameraId, stream }: StreamRef): StreamSpool => {
  const folder = join(root, SPOOL_FOLDER, cameraId, stream);
  return { folder, claimedFolder: join(folder, CLAIMED_FOLDER) };
};

/**
 * A private directory for one child. Each level is made on its own and the root never: an unmounted disk must not turn
 * into a folder on the disk below it.
 */
export async function openSpoolRun(root: string, ref: StreamRef): Promise<string> {
  const spool = spoolOf(root, ref);
  const run = join(spool.folder, `run-${randomBytes(16).toString('hex')}`);
  const above = [join(root, SPOOL_FOLDER), join(root, SPOOL_FOLDER, ref.cameraId), spool.folder];
  for (const folder of [...above, spool.claimedFolder, run]) await makeFolder(folder);
  return run;
}

export const listRuns = async (spool: StreamSpool): Promise<string[]> =>
  (await namesIn(spool.folder)).filter((name) => name.startsWith('run-')).map((name) => join(spool.folder, name));

/** Gone once it is empty; anything left in it stays for the next start to look at. */
export async function removeEmptyFolder(folder: string): Promise<void> {
  await rmdir(folder).catch((err: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(err))) throw err;
  });
}

export const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    (err: unknown) => {
      if (errorCode(err) === 'ENOENT') return [];
      throw err;
    },
  );

/** True when it was made just now. */
export async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (err) {
    if (errorCode(err) === 'EEXIST') return false;
    throw err;
  }
}
