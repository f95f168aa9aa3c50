import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { every, type Logger, type Task } from '@holdfast/kit';
import { openDataDir, shareWithGroup } from './footage-group.ts';

const INTERVAL_MS = 60_000;
const OTHERS = 0o077;

/**
 * Who may read footage: a group, where one is named, else nobody but our own user. The folder of the built-in storage is closed
 * where an earlier version left it open; folders that somebody added are theirs to close, and what is recorded there is closed.
 */
export function footageSharing({
  group,
  dataDir,
  usable,
  log,
}: {
  group: number | undefined;
  dataDir: string;
  usable: () => Promise<readonly { root: string }[]>;
  log: Logger;
}): { now(): Promise<void>; task: Task } {
  const shareOne = async (root: string) => {
    const isBuiltIn = dirname(root) === dataDir;
    if (group === undefined) {
      const { mode } = await stat(root);
      if (isBuiltIn && (mode & OTHERS) !== 0) await chmod(root, mode & 0o7700);
      return;
    }
    if (isBuiltIn) await openDataDir(dataDir);
    await shareWithGroup(root, group);
  };
  let warned = false;
  const now = async () => {
    for (const { root } of await usable())
      await shareOne(root).catch((err: unknown) => {
        if (!warned)
          log.warn({ err, root, group }, 'footage cannot be given to the group: is our user a member of it?');
        warned = true;
      });
  };
  return { now, task: every('footage-sharing', INTERVAL_MS, now, { log }) };
}
