import { isOwnHost } from '@holdfast/domain';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

export function refuseForeignHosts(app: FastifyInstance, allowedHosts: readonly string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isOwnHost(request.headers.host, allowedHosts)) return done();
    throw new Problem('wrong-host', { detail: 'If this name is meant to reach this server, add it to ALLOWED_HOSTS.' });
  });
}
