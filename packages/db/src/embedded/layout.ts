import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';
import type { ServerUser } from './server-user.ts';

/** The files of the embedded database under DATA_DIR. */
export const layoutIn = (dataDir: string) => {
  const folder = join(dataDir, 'postgres');
  return {
    folder,
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    logFolder: join(folder, 'log'),
    log: join(folder, 'log', 'postgres.log'),
    socketFolder: join(folder, 'socket'),
  };
};
export type Layout = ReturnType<typeof layoutIn>;

/** Creates a folder that only the server's user may enter. */
export const makePrivateFolder = async (path: string, user: ServerUser): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) await chown(path, user.uid, user.gid);
  await chmod(path, 0o700);
};

const socketFileName = '.s.PGSQL.5432';
const longestSocketPathBytes = 107;

export const fitsSocket = (folder: string) => Buffer.byteLength(join(folder, socketFileName)) <= longestSocketPathBytes;

/** The socket lies in DATA_DIR, or in a short private folder when the path would not fit a socket address. */
export const makeSocketFolder = async (layout: Layout, user: ServerUser): Promise<string> => {
  if (fitsSocket(layout.socketFolder)) {
    await makePrivateFolder(layout.socketFolder, user);
    return layout.socketFolder;
  }
  const name = `holdfast-${createHash('sha256').update(layout.folder).digest('hex').slice(0, 16)}`;
  const short = [tmpdir(), '/tmp'].map((parent) => join(parent, name)).find(fitsSocket);
  if (short === undefined) throw new EmbeddedPostgresRefused(`${layout.folder} is too long a path for a socket.`);
  await mkdir(short, { mode: 0o700 }).catch((err: NodeJS.ErrnoException) => {
    if (err.code !== 'EEXIST') throw err;
  });
  // Anybody may write to the temporary folder: an existing entry with our name must be a folder of ours, not a trap.
  const found = await lstat(short);
  const ours = found.isDirectory() && (found.uid === process.getuid?.() || found.uid === user.uid);
  if (!ours)
    throw new EmbeddedPostgresRefused(`${short} belongs to another user; remove it or use a shorter DATA_DIR.`);
  await makePrivateFolder(short, user);
  return short;
};
