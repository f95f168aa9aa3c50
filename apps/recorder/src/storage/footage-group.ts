import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { ExitWith, exitCodes } from '@holdfast/kit';

/** The number of a group that is named or numbered. */
export async function findGroup(wanted: string): Promise<number> {
  if (/^\d{1,10}$/.test(wanted)) return Number(wanted);
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const found = groups.split('\n').find((line) => line.startsWith(`${wanted}:`));
  const [, , id] = found?.split(':') ?? [];
  if (id !== undefined && /^\d+$/.test(id)) return Number(id);
  throw new ExitWith(
    exitCodes.badConfig,
    `FOOTAGE_GROUP ${wanted} is not a group of this machine; create it, or name another.`,
  );
}

const SET_GROUP = 0o2000;
const GROUP_READS = 0o050;
const PASSABLE = 0o011;

/**
 * Opens the folder of a storage to a group. What is made below it from now on belongs to that group too, because the folder
 * passes its group on; who may read it is the umask's business.
 */
export async function shareWithGroup(root: string, group: number): Promise<void> {
  const folder = await stat(root);
  const mode = (folder.mode & 0o7700) | SET_GROUP | GROUP_READS;
  if (folder.gid !== group) await chown(root, folder.uid, group);
  // Also after a change of owner, which takes the passing on of the group away.
  if (folder.gid !== group || (folder.mode & 0o7777) !== mode) await chmod(root, mode);
}

/** The built-in storage lies in DATA_DIR, which its readers have to pass through. */
export async function openDataDir(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & PASSABLE) !== PASSABLE) await chmod(dataDir, (mode & 0o7777) | PASSABLE);
}
