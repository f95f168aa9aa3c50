import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ExitWith, exitCodes } from '../process/exit-with.ts';

/** The folders that do not exist yet, outermost first. */
export const missingFolders = async (path: string): Promise<string[]> =>
  (await exists(path)) || path === dirname(path) ? [] : [...(await missingFolders(dirname(path))), path];

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Creates DATA_DIR and its missing parents, closed to other users. An existing folder is not changed. */
export const makeDataDir = async (path: string): Promise<void> => {
  // When we run as root, the database runs as another user, who must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  // One by one: a recursive mkdir never returns on a file system that answers "no such folder" for an existing parent.
  for (const folder of await missingFolders(resolve(path)))
    await mkdir(folder, { mode }).then(
      // The umask may have removed more.
      () => chmod(folder, mode),
      (err: NodeJS.ErrnoException) => {
        if (err.code !== 'EEXIST') throw err;
      },
    );
};

const OTHERS_WRITE = 0o002;

/**
 * Refuses a data folder that another user controls, since they could put their own key, database or footage there. A folder
 * that does not exist yet is fine.
 */
export async function requireOwnDataDir(path: string, ownUser = process.getuid?.()): Promise<void> {
  const dataDir = resolve(path);
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder?.isDirectory() || ownUser === undefined) return;
  if (folder.uid !== ownUser)
    throw new ExitWith(
      exitCodes.badConfig,
      `DATA_DIR ${dataDir} belongs to another user (${folder.uid}): start as that user, or change its owner with: chown ${ownUser} ${dataDir}`,
    );
  if ((folder.mode & OTHERS_WRITE) !== 0)
    throw new ExitWith(
      exitCodes.badConfig,
      `DATA_DIR ${dataDir} can be written by every user of this machine: close it with: chmod o-w ${dataDir}`,
    );
}
