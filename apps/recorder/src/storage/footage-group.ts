import { chmod, chown, readFile, stat } from 'node:fs/promises';
import { ExitWith, exitCodes } from '@holdfast/kit';

/** The id of a group given by name or number. */
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
 * Gives a group access to a storage's folder. New files below it inherit the group (setgid); the umask decides whether
 * the group may read them.
 */
export async function shareWithGroup(root: string, group: number): Promise<void> {
  const folder = await stat(root);
  const mode = (folder.mode & 0o7700) | SET_GROUP | GROUP_READS;
  if (folder.gid !== group) await chown(root, folder.uid, group);
  // Repeated after chown, which clears the setgid bit.
  if (folder.gid !== group || (folder.mode & 0o7777) !== mode) await chmod(root, mode);
}

/** The built-in storage is in DATA_DIR, so its readers need to traverse that folder. */
export async function openDataDir(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & PASSABLE) !== PASSABLE) await chmod(dataDir, (mode & 0o7777) | PASSABLE);
}
