import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/**
 * Replaces a file atomically and durably. For one writer at a time: the draft has a fixed name, so that power cuts do not leave
 * many of them.
 */
export async function replaceFile(path: string, contents: string | Buffer, { mode }: { mode: number }): Promise<void> {
  const draft = `${path}.draft`;
  try {
    const file = await open(draft, 'w', mode);
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (err) {
    // On a full disk half a draft would take the space that others need.
    await rm(draft, { force: true }).catch(() => undefined);
    throw err;
  }
  await syncFolder(dirname(path));
}
