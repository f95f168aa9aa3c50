import { randomBytes } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';

/**
 * Creates a file whole and durable or not at all, and never replaces one: of several concurrent callers the first wins. Returns
 * false when the file existed already. The caller syncs the folder to make the name durable.
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
