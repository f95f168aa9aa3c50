import { isStunRequest, provesPassword } from './stun-proof.ts';

type Address = readonly [host: string, port: number];
type TakeDatagram = (datagram: Buffer, from: Address) => void;

/** Where our version of the library, which is pinned for this, keeps what we need and does not offer. */
export interface WeriftConnection {
  /** Its sockets, each in a `transport`; private in the library's types. */
  readonly protocols: unknown;
  readonly localPassword: unknown;
}

/**
 * Lets through what comes from where somebody has proved to know the answer's password. The library itself believes every
 * request, and reads records in the clear from anybody: a stranger could end a viewer's connection with one datagram, or
 * have the pictures sent elsewhere. Call it when the sockets are there; throws if one of them cannot be guarded.
 */
export function admitViewerOnly({ connection }: { connection: object }): void {
  const { sockets, password } = readConnection({
    protocols: Reflect.get(connection, 'protocols'),
    localPassword: Reflect.get(connection, 'localPassword'),
  });
  const proven = new Set<string>();
  for (const socket of sockets) {
    const take = socket.onData;
    socket.onData = (datagram, from) => {
      const sender = from.join(' ');
      if (isStunRequest(datagram)) {
        if (!provesPassword(datagram, password)) return;
        proven.add(sender);
      }
      if (proven.has(sender)) take(datagram, from);
    };
  }
}

/** Throws rather than leave a single socket unguarded: a version of the library that is built otherwise needs a new look. */
export function readConnection({ protocols, localPassword }: WeriftConnection): {
  sockets: { onData: TakeDatagram }[];
  password: string;
} {
  if (!Array.isArray(protocols) || protocols.length === 0) throw new TypeError('werift keeps its sockets elsewhere');
  if (typeof localPassword !== 'string' || localPassword === '')
    throw new TypeError('werift keeps its password elsewhere');
  return { sockets: protocols.map(socketOf), password: localPassword };
}

function socketOf(protocol: unknown): { onData: TakeDatagram } {
  const transport = typeof protocol === 'object' && protocol !== null && 'transport' in protocol && protocol.transport;
  if (!isSocket(transport)) throw new TypeError('werift keeps a socket elsewhere');
  return transport;
}

const isSocket = (transport: unknown): transport is { onData: TakeDatagram } =>
  typeof transport === 'object' &&
  transport !== null &&
  'onData' in transport &&
  typeof transport.onData === 'function';
