import { openRegularFile } from './open-regular-file.ts';

/** Waits until the contents of a file, written by any process, are on the disk. */
export async function syncFile(path: string): Promise<void> {
  await using file = await openRegularFile(path);
  await file.sync();
}
