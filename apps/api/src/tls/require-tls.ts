import { decidePlainRequest, reasonCode } from '@holdfast/domain';
import { isSameMachine } from '@holdfast/media';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../http/problem.ts';

/** Serves requests without TLS only to this machine, to trusted proxies, and to everyone where the operator allowed it. */
export function requireTls(
  app: FastifyInstance,
  { isAllowed, isLocal }: { isAllowed: boolean; isLocal: (address: string) => boolean },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket, method, url = '/' } = request.raw;
    if ('encrypted' in socket) return;
    const decision = decidePlainRequest(
      {
        method: method ?? 'GET',
        url,
        host: request.headers.host,
        isLocal: isSameMachine(socket) || isLocal(socket.remoteAddress ?? ''),
      },
      { isAllowed },
    );
    if (decision.kind === 'serve') return;
    if (decision.kind === 'redirect') return reply.redirect(decision.location, 308);
    throw new Problem('https-required', { reason: reasonCode('plain-http-refused') });
  });
}
