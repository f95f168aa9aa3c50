import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

type Endpoints = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/** Whether both ends of a connection are on this machine, which cannot be faked over the network. */
export const isSameMachine = ({ remoteAddress, localAddress }: Pick<Endpoints, 'remoteAddress' | 'localAddress'>) =>
  remoteAddress !== undefined && remoteAddress === localAddress;

/**
 * Whether the peer is a process of our own user on this machine, as our child processes are. Other users, who may have
 * read a ticket from the process list, do not pass. The kernel lists every TCP socket with its owner; where there is no
 * such list (not Linux), being on this machine is enough.
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

/** The peer's row has its own end first. Ports are enough: both addresses are this machine's. */
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
