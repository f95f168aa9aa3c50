import { open } from 'node:fs/promises';

/** Waits until what was written to a file, by whomever, is on the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r');
  await file.sync();
}
