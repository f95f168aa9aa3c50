import type { Server, Socket } from 'node:net';
import { type Logger, sleep, type Task } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';
import { limitConnections } from '../http/limit-connections.ts';
import { acceptTls } from './accept-tls.ts';
import type { Certificates } from './certificates.ts';

/** How long to wait for the setup: without a database the server must still answer, with that error. */
const MAX_WAIT_MS = 5_000;
const CLOSED_AFTER_MS = 10_000;

/** Listens until stopped, then finishes pending requests. The setup of a start is complete before the server listens. */
export const httpServer = ({
  app,
  host,
  port,
  setUp,
  certificates,
  isLocal,
  log,
}: {
  app: FastifyInstance;
  host: string;
  port: number;
  setUp: Promise<void>;
  /** Without them the server takes no TLS. */
  certificates: Certificates | undefined;
  /** Whether an address is this machine or a trusted proxy. */
  isLocal: (address: string) => boolean;
  log: Logger;
}): Task => ({
  name: 'http-server',
  run: async (signal) => {
    const patience = new AbortController();
    await Promise.race([setUp, sleep(MAX_WAIT_MS, AbortSignal.any([signal, patience.signal]))]);
    patience.abort();
    if (signal.aborted) return;
    if (certificates) acceptTls(app.server, certificates);
    limitConnections(app.server, { isLocal, log });
    const sockets = followSockets(app.server);
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // Requests have been answered by then; what is still open has no request.
    const late = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, CLOSED_AFTER_MS);
    await app.close();
    clearTimeout(late);
  },
});

/** All connections, also those that have not finished a handshake, which an HTTP server does not know. */
function followSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.prependListener('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
