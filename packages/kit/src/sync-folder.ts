import { syncFile } from './sync-file.ts';

/** What file systems answer that know no such call, as some of network storages do: there is nothing more to be had. */
const UNKNOWN_THERE: readonly (string | undefined)[] = ['EINVAL', 'ENOTSUP', 'EPERM'];

/** Makes the names in a folder durable. */
export const syncFolder = (folder: string): Promise<void> =>
  syncFile(folder).catch((err: NodeJS.ErrnoException) => {
    if (!UNKNOWN_THERE.includes(err.code)) throw err;
  });
