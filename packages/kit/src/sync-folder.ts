import { open } from 'node:fs/promises';

/** What file systems answer that know no such call, as some of network storages do: there is nothing more to be had. */
const UNKNOWN_THERE: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP'];

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync().catch((err: NodeJS.ErrnoException) => {
    if (!UNKNOWN_THERE.includes(err.code)) throw err;
  });
}
