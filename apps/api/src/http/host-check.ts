import { isOwnHost, reasonCode } from '@holdfast/domain';
import type { FastifyInstance } from 'fastify';
import { Problem, ProgramProblem } from './problem.ts';

/** Protects against DNS rebinding: the name must be ours, and browsers always send one. */
export function checkHosts(app: FastifyInstance, allowedHosts: readonly string[]): void {
  // Nearly every request names the same host as the one before it.
  let lastOwn: string | undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers;
    if (host !== undefined && host === lastOwn) return done();
    if (host === undefined && request.raw.httpVersion !== '1.0')
      throw new ProgramProblem('malformed-request', 'Send a Host header.');
    if (!isOwnHost(host, allowedHosts)) throw new Problem('wrong-host', { reason: reasonCode('host-not-allowed') });
    lastOwn = host;
    done();
  });
}
