import { randomBytes } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';

/**
 * Makes a file that appears whole and on the disk or not at all, and never over another one: of several makers at once
 * the first wins. False when there was one already. The name itself is made durable by syncing the folder.
 */
export async function createFileOnce(path: string, contents: string, { mode }: { mode: number }): Promise<boolean> {
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', mode);
  try {
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
    return true;
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw err;
  } finally {
    await unlink(draft);
  }
}
