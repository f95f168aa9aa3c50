import { mkdir, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';

export interface FolderLock {
  release(): Promise<void>;
}

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * One living owner per folder. The lock is an abstract socket named after the folder's inode: the kernel gives it to exactly
 * one process and frees it when that process dies, so there are no stale lock files and no reused pids. It works within one
 * network namespace only: two containers that share a volume can both take it.
 */
export const lockFolder = async (folder: string, purpose = 'holdfast'): Promise<FolderLock> => {
  await mkdir(folder, { recursive: true });
  const { dev, ino } = await stat(folder, { bigint: true });
  const address = `\0${purpose}-${dev}-${ino}`;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  if (!(await claims(server, address))) {
    const owner = await askOwner(address);
    throw new FolderInUse(
      `${folder} is already in use by another running instance${owner ? ` (process ${owner})` : ''}.`,
    );
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};

const claims = (server: Server, address: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (err: NodeJS.ErrnoException) => (err.code === 'EADDRINUSE' ? resolve(false) : reject(err)));
    server.listen({ path: address }, () => resolve(true));
  });

const askOwner = (address: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect({ path: address });
    socket.setEncoding('utf8');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^\d{1,10}$/.test(answer) ? answer : undefined));
  });
