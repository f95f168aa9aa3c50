import { open } from 'node:fs/promises';

/** Waits until what was written to a file, by whomever, is on the disk. */
export const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
