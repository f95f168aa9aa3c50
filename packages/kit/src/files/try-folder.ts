import { randomUUID } from 'node:crypto';
import { link, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault, isFull } from './file-fault.ts';

const PROBE = Buffer.alloc(4096);

/** `no-links`: files can be written but not hard-linked, which publishing footage needs. */
export type FolderTrial = { kind: 'ok' } | { kind: 'unwritable'; code: string } | { kind: 'no-links'; code: string };

/**
 * Tests with real files whether a folder can hold footage. Permissions are not enough: a disk may be remounted read-only, over
 * quota or failing, and some file systems (exFAT, some network shares) have no hard links.
 */
export async function tryFolder(folder: string, { makeLink = link } = {}): Promise<FolderTrial> {
  const path = join(folder, `.holdfast-probe-${randomUUID()}`);
  const second = `${path}-link`;
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.write(PROBE);
    } finally {
      await handle.close();
    }
    await makeLink(path, second).catch((err: unknown) => {
      throw new CannotLink(fileFault(err));
    });
    return { kind: 'ok' };
  } catch (err) {
    // A full disk has no room for a link either.
    if (err instanceof CannotLink && !isFull(err.code)) return { kind: 'no-links', code: err.code };
    return { kind: 'unwritable', code: fileFault(err) };
  } finally {
    for (const name of [second, path]) await unlink(name).catch(() => undefined);
  }
}

class CannotLink extends Error {
  override readonly name = 'CannotLink';
  readonly code: string;
  constructor(code: string) {
    super(`no hard link: ${code}`);
    this.code = code;
  }
}
