import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The path exists but is not a regular file. */
class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile';
  readonly code = 'ENOTFILE';
}

/**
 * The one way to open a file in a folder that others may write to. A planted link must not lead elsewhere, and a pipe or a
 * device must not block the call: it would hold one of the process's threads and delay shutdown.
 */
export async function openRegularFile(path: string, access: 'read' | 'read-write' = 'read'): Promise<FileHandle> {
  const mode = access === 'read' ? constants.O_RDONLY : constants.O_RDWR;
  const handle = await open(path, mode | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new NotRegularFile(`${path} is not a regular file`);
    return handle;
  } catch (err) {
    await handle.close().catch(() => undefined);
    throw err;
  }
}
