import type { Logger } from '@holdfast/kit';
import type { FastifyInstance } from 'fastify';

/** One line per request, with its route instead of its URL, so that no token in a query is ever logged. */
export function logRequests(app: FastifyInstance): void {
  // Each line includes the request id, so requests need no logger of their own; most never log.
  app.setChildLoggerFactory((log) => log);
  if (!(app.log as Logger).isLevelEnabled('debug')) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request answered',
    );
    done();
  });
}
