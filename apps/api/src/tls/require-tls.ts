import type { Socket } from 'node:net';
import { decidePlainRequest } from '@holdfast/domain';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../http/problem.ts';

/** A connection of this machine to its own address in the network has the same address at both ends. */
const isFromHere = ({ remoteAddress, localAddress }: Socket, isLocal: (address: string) => boolean): boolean =>
  remoteAddress !== undefined && (isLocal(remoteAddress) || remoteAddress === localAddress);

/** Serves requests without TLS only to this machine, to trusted proxies, and to everyone where the operator allowed it. */
export function requireTls(
  app: FastifyInstance,
  { isAllowed, isLocal }: { isAllowed: boolean; isLocal: (address: string) => boolean },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket, method, url = '/' } = request.raw;
    if ('encrypted' in socket) return;
    const decision = decidePlainRequest(
      { method: method ?? 'GET', url, host: request.headers.host, isLocal: isFromHere(socket, isLocal) },
      { isAllowed },
    );
    if (decision.kind === 'serve') return;
    if (decision.kind === 'redirect') return reply.redirect(decision.location, 308);
    throw new Problem('https-required', { detail: 'Send it to the same address with https, or set PLAIN_HTTP=true.' });
  });
}
