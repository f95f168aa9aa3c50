import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

type Endpoints = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/** Whether both ends of a connection are this machine: nobody in a network can make it seem so. */
export const isSameMachine = ({ remoteAddress, localAddress }: Pick<Endpoints, 'remoteAddress' | 'localAddress'>) =>
  remoteAddress !== undefined && remoteAddress === localAddress;

/**
 * Whether the other end is a process of this machine that runs as our own user, as our children do: whatever other users
 * of the machine read from a process list, it does not open a door that asks this. The kernel lists every TCP socket with
 * its owner. Where there is no such list (not Linux), the machine alone counts.
 */
export async function isOwnProcess(
  socket: Endpoints,
  ownUser = process.getuid?.(),
  readTables = readSocketTables,
): Promise<boolean> {
  if (!isSameMachine(socket)) return false;
  const tables = await readTables();
  if (tables === undefined || ownUser === undefined) return true;
  return userOfPeer(socket, tables) === ownUser;
}

const readSocketTables = async (): Promise<string | undefined> => {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'latin1').catch(() => undefined)),
  );
  return tables.every((table) => table === undefined) ? undefined : tables.join('\n');
};

/** The peer's own row names its end first. Ports suffice: both addresses are the same one of this machine. */
function userOfPeer({ remotePort = 0, localPort = 0 }: Endpoints, tables: string): number | undefined {
  const port = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  const ends = [`:${port(remotePort)}`, `:${port(localPort)}`] as const;
  for (const line of tables.split('\n')) {
    const [, local = '', remote = '', state, , , , user] = line.trim().split(/\s+/);
    if (state === ESTABLISHED && local.endsWith(ends[0]) && remote.endsWith(ends[1])) return Number(user);
  }
  return undefined;
}

const ESTABLISHED = '01';
