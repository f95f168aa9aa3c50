import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { every, type Logger, type Task } from '@holdfast/kit';
import { openDataDir, shareWithGroup } from './footage-group.ts';

const INTERVAL_MS = 60_000;
const OTHERS = 0o077;

/**
 * Read access to footage: a group if one is set, otherwise only our own user. The folder of the built-in storage is
 * closed if an earlier version left it open. Folders added by an administrator are left alone, but files recorded there
 * are private.
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
        if (!warned) log.warn({ err, root, group }, 'cannot share footage with the group: is our user a member of it?');
        warned = true;
      });
  };
  return { now, task: every('footage-sharing', INTERVAL_MS, now, { log }) };
}
