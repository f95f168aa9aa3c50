import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Puts a file in the place of what was there, whole and durable or not at all. For one writer at a time: the draft has
 * one name, so that nothing piles up when the power goes.
 */
export async function replaceFile(path: string, contents: string | Buffer, { mode }: { mode: number }): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', mode);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}
