import type { FastifyRequest } from 'fastify';

const signals = new WeakMap<object, AbortSignal>();

/**
 * Aborts when the client disconnects. It watches the connection, because a request closes as soon as its body was read; the
 * requests of one connection share the signal.
 */
export function clientLeft({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const left = new AbortController();
  signals.set(socket, left.signal);
  if (socket.destroyed) left.abort();
  else socket.once('close', () => left.abort());
  return left.signal;
}
