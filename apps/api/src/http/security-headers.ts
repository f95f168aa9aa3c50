import type { FastifyInstance } from 'fastify';

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** The headers of every reply, including those of requests that reached no route. */
export const headersOfEveryReply = (requestId: string): Record<string, string> => ({
  ...securityHeaders,
  'x-request-id': requestId,
});

/** Replies are data: they may not run, be framed, be sniffed or be cached, unless a route overrides it. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    reply.header('x-request-id', request.id);
    done();
  });
}
