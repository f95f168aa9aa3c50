import net, { type Server, type Socket } from 'node:net';
import { createPlaces, type PlaceLimit } from '@holdfast/kit';
import { isSameMachine } from './own-process.ts';
import type { Authorize } from './reader-gate.ts';
import { rtspLimits } from './rtsp-limits.ts';
import { serveConnection } from './server-connection.ts';
import type { StreamDirectory } from './stream-directory.ts';
import { createWaitingRoom } from './waiting-room.ts';

export interface RtspServerOptions {
  host: string;
  /** Zero uses any free port. */
  port: number;
  directory: StreamDirectory;
  authorize: Authorize;
  handshakeMs: number;
  bufferedBytes: number;
  onSlowReader: (dropped: { remote: string; bufferedBytes: number }) => void;
}

export interface RtspServer {
  port: number;
  connections: () => number;
  close: () => Promise<void>;
}

export async function startRtspServer(options: RtspServerOptions): Promise<RtspServer> {
  const sockets = new Set<Socket>();
  const takePlace = createPlaces();
  const waiting = createWaitingRoom<Socket>({
    most: rtspLimits.unauthenticated,
    turnAway: (socket) => socket.destroy(),
  });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const leave = takePlace(isSameMachine(socket) ? [] : remoteLimits(socket.remoteAddress ?? ''));
    if (leave === undefined) return socket.destroy();
    sockets.add(socket);
    const admitted = waiting.enter(socket, socket.remoteAddress ?? '');
    socket.on('close', () => {
      admitted();
      leave();
      sockets.delete(socket);
    });
    serveConnection({
      socket,
      directory: options.directory,
      authorize: options.authorize,
      admitted,
      handshakeMs: options.handshakeMs,
      bufferedBytes: options.bufferedBytes,
      tooSlow: (bufferedBytes) => options.onSlowReader({ remote: socket.remoteAddress ?? '', bufferedBytes }),
    });
  });
  server.maxConnections = rtspLimits.connections;
  const port = await listening(server, options);
  return {
    port,
    connections: () => sockets.size,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Clients from other machines cannot use up the connections of our own processes. */
const remoteLimits = (address: string): PlaceLimit[] => [
  { key: 'remote', most: rtspLimits.remoteConnections },
  { key: `remote ${address}`, most: rtspLimits.connectionsPerAddress },
];

function listening(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      // Running out of file descriptors while accepting must not end the process.
      server.on('error', () => {});
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
