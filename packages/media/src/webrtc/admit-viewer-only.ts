import type { RTCIceTransport } from 'werift';
import { isStunRequest, provesPassword } from './stun-proof.ts';

type Address = readonly [host: string, port: number];
type TakeDatagram = (datagram: Buffer, from: Address) => void;

/**
 * Lets through what comes from where somebody has proved to know the answer's password. The library itself believes every
 * request, and reads records in the clear from anybody: a stranger could end a viewer's connection with one datagram, or
 * have the pictures sent elsewhere. Call it when the sockets are there; throws if there are none.
 */
export function admitViewerOnly({ connection }: RTCIceTransport): void {
  const sockets = socketsOf(Reflect.get(connection, 'protocols'));
  if (sockets.length === 0) throw new TypeError('the library keeps its sockets elsewhere');
  const proven = new Set<string>();
  for (const socket of sockets) {
    const take = socket.onData;
    socket.onData = (datagram, from) => {
      const sender = from.join(' ');
      if (isStunRequest(datagram)) {
        if (!provesPassword(datagram, connection.localPassword)) return;
        proven.add(sender);
      }
      if (proven.has(sender)) take(datagram, from);
    };
  }
}

const socketsOf = (protocols: unknown): { onData: TakeDatagram }[] =>
  Array.isArray(protocols) ? protocols.flatMap((protocol: unknown) => socketOf(protocol) ?? []) : [];

function socketOf(protocol: unknown): { onData: TakeDatagram } | undefined {
  if (typeof protocol !== 'object' || protocol === null || !('transport' in protocol)) return undefined;
  return isSocket(protocol.transport) ? protocol.transport : undefined;
}

const isSocket = (transport: unknown): transport is { onData: TakeDatagram } =>
  typeof transport === 'object' &&
  transport !== null &&
  'onData' in transport &&
  typeof transport.onData === 'function';
