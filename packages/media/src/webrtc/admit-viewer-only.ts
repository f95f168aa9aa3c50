import { isStunRequest, provesPassword } from './stun-proof.ts';

type Address = readonly [host: string, port: number];
type TakeDatagram = (datagram: Buffer, from: Address) => void;

/** The private fields of werift that we need. Its version is pinned because of this. */
export interface WeriftConnection {
  /** Its sockets, each in a `transport`; private in the library's types. */
  readonly protocols: unknown;
  readonly localPassword: unknown;
}

/**
 * Drops datagrams from addresses that have not proven to know the answer's ICE password. The library itself accepts
 * every STUN request, and plaintext DTLS records from anybody: a stranger could end a viewer's connection with one
 * datagram, or redirect the video. Call it when the sockets exist; throws if one of them cannot be guarded.
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

/** Throws rather than leave a socket unguarded: a version of the library with another structure has to be reviewed. */
export function readConnection({ protocols, localPassword }: WeriftConnection): {
  sockets: { onData: TakeDatagram }[];
  password: string;
} {
  if (!Array.isArray(protocols) || protocols.length === 0)
    throw new TypeError('unknown structure of werift: no sockets');
  if (typeof localPassword !== 'string' || localPassword === '')
    throw new TypeError('unknown structure of werift: no password');
  return { sockets: protocols.map(socketOf), password: localPassword };
}

function socketOf(protocol: unknown): { onData: TakeDatagram } {
  const transport = typeof protocol === 'object' && protocol !== null && 'transport' in protocol && protocol.transport;
  if (!isSocket(transport)) throw new TypeError('unknown structure of werift: a transport without a socket');
  return transport;
}

const isSocket = (transport: unknown): transport is { onData: TakeDatagram } =>
  typeof transport === 'object' &&
  transport !== null &&
  'onData' in transport &&
  typeof transport.onData === 'function';
