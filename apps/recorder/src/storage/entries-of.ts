import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileFault } from '@holdfast/kit';

/** A folder that was deleted meanwhile counts as empty. */
export const entriesOf = (path: string): Promise<Dirent[]> =>
  readdir(path, { withFileTypes: true }).catch((err: unknown) => {
    if (fileFault(err) === 'ENOENT') return [];
    throw err;
  });
