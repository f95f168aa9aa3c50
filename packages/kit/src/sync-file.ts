import { openRegularFile } from './open-regular-file.ts';

/** Waits until what was written to a file, by whomever, is on the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await openRegularFile(path);
  await file.sync();
}
