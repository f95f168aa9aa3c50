import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The folders that would have to be made, outermost first. */
export const missingFolders = async (path: string): Promise<string[]> =>
  (await exists(path)) || path === dirname(path) ? [] : [...(await missingFolders(dirname(path))), path];

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Makes DATA_DIR and what is missing above it, closed to other users; one that is there is left as it is. */
export const makeDataDir = async (path: string): Promise<void> => {
  // As root the database runs as another user, who must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  // One by one: a recursive mkdir never returns on a file system that answers "no such folder" for a parent that is there.
  for (const folder of await missingFolders(resolve(path)))
    await mkdir(folder, { mode }).catch((err: NodeJS.ErrnoException) => {
      if (err.code !== 'EEXIST') throw err;
    });
};
