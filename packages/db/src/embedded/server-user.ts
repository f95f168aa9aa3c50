import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';

const run = promisify(execFile);

/** The user that the server runs as. PostgreSQL refuses to run as root, so root starts it as another user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  readonly label: string;
}

/** How to run a command as that user: the argv to spawn, and uid and gid where spawn changes them itself. */
export interface RunAs {
  readonly user: ServerUser;
  command(file: string, args: readonly string[]): { file: string; args: string[]; ids: { uid?: number; gid?: number } };
}

/** A minimal environment: none of our secrets, and the same messages and time zone everywhere. */
export const serverEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

const isRoot = () => process.getuid?.() === 0;

export const chooseServerUser = async (clusterFolder: string): Promise<ServerUser> => {
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (!isRoot()) {
    const self = userInfo();
    if (owner !== undefined && owner.uid !== self.uid)
      throw new EmbeddedPostgresRefused(
        `${clusterFolder} belongs to user ${owner.uid}, not to ${self.username}; start as that user or as root.`,
      );
    return { uid: self.uid, gid: self.gid, label: self.username };
  }
  // An existing database keeps its owner.
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, label: `uid ${owner.uid}` };
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return (
    accountNamed(accounts, 'postgres') ??
    accountNamed(accounts, 'nobody') ?? { uid: 65_534, gid: 65_534, label: 'nobody' }
  );
};

export const accountNamed = (passwdFile: string, name: string): ServerUser | undefined => {
  const fields = passwdFile
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  if (!Number.isInteger(uid) || !Number.isInteger(gid) || uid === 0) return undefined;
  return { uid, gid, label: name };
};

const spawnAs = (user: ServerUser): RunAs => ({
  user,
  command: (file, args) => ({ file, args: [...args], ids: isRoot() ? { uid: user.uid, gid: user.gid } : {} }),
});

// A clone or a data folder under /root is closed to other users. The server then gets the capability to pass through closed
// folders, and nothing more.
const setprivAs = (user: ServerUser, capability: string): RunAs => ({
  user,
  command: (file, args) => ({
    file: 'setpriv',
    args: [
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      // Without this bit access(2) ignores the capability, and initdb uses access(2) to check its own programs.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      '--',
      file,
      ...args,
    ],
    ids: {},
  }),
});

/** The least privilege under which the server's user reaches both the binaries and the data. */
export const runAsServerUser = async (options: {
  user: ServerUser;
  postgres: string;
  folder: string;
}): Promise<RunAs & { majorVersion: number }> => {
  const { user, postgres, folder } = options;
  // Docker's default set has no dac_read_search, the narrower of the two.
  const ways = isRoot()
    ? [spawnAs(user), setprivAs(user, 'dac_read_search'), setprivAs(user, 'dac_override')]
    : [spawnAs(user)];
  for (const way of ways) {
    const version = await versionSeenBy(way, { postgres, folder });
    if (version !== undefined) return { ...way, majorVersion: version };
  }
  throw new EmbeddedPostgresRefused(
    `PostgreSQL, run as ${user.label}, cannot reach ${postgres} or ${folder}; move the folder to where that user may enter, start as an ordinary user, or set DATABASE_URL.`,
  );
};

const versionSeenBy = async (way: RunAs, paths: { postgres: string; folder: string }): Promise<number | undefined> => {
  const { file, args, ids } = way.command('/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" --version',
    'sh',
    paths.folder,
    paths.postgres,
  ]);
  const shown = await run(file, args, { ...ids, cwd: '/', env: serverEnv }).catch(() => undefined);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(shown?.stdout ?? '')?.[1]);
  return Number.isInteger(major) ? major : undefined;
};
