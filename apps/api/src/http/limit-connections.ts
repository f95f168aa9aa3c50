import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@holdfast/kit';

export interface ConnectionLimits {
  /** In all. */
  connections: number;
  /** From one address that is neither this machine nor a trusted proxy. */
  perAddress: number;
  /** Requests that one connection has sent before the first of them was answered; browsers send one. */
  pipelined: number;
}

const DEFAULT_LIMITS: ConnectionLimits = { connections: 4_096, perAddress: 256, pipelined: 8 };
const LOG_EVERY_MS = 60_000;

/** Bounds what one client can take of the server: connections, and requests that it sends without reading the answers. */
export function limitConnections(
  server: Server,
  {
    isLocal,
    log,
    limits = DEFAULT_LIMITS,
  }: { isLocal: (address: string) => boolean; log: Logger; limits?: ConnectionLimits },
): void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  const refuse = (socket: Socket, why: string) => {
    if (performance.now() - loggedMs > LOG_EVERY_MS) {
      loggedMs = performance.now();
      log.warn({ address: socket.remoteAddress }, why);
    }
    socket.destroy();
  };

  const counts = new Map<string, number>();
  server.maxConnections = limits.connections;
  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (isLocal(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    if (count > limits.perAddress) refuse(socket, 'too many connections from one address');
  });

  const handlers = server.listeners('request') as ((request: IncomingMessage, reply: ServerResponse) => void)[];
  server.removeAllListeners('request');
  const waiting = new WeakMap<Socket, number>();
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request;
    // Requests that were read together with the one that exceeded the limit.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > limits.pipelined) return refuse(socket, 'a client sends requests without reading the answers');
    waiting.set(socket, count);
    reply.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, reply);
  });
}
