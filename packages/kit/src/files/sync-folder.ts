import { open } from 'node:fs/promises';

/** Answers of file systems that cannot sync folders, such as some network shares; nothing more can be done there. */
const UNSUPPORTED: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP'];

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync().catch((err: NodeJS.ErrnoException) => {
    if (!UNSUPPORTED.includes(err.code)) throw err;
  });
}
