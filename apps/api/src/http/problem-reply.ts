import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, problemBody } from './problem.ts';
import { toProblem } from './to-problem.ts';

export function sendProblem(request: FastifyRequest, reply: FastifyReply, err: unknown): FastifyReply {
  const problem = toProblem(err);
  if (problem.code === 'internal') request.log.error({ err, request_id: request.id }, 'request failed');
  if (problem.code === 'database-unavailable')
    request.log.warn({ err: problem.cause, request_id: request.id }, 'database unavailable');
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(problem, request.id));
}

/** Every failure has one shape: unknown routes and what the framework refuses included. */
export function replyWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((err, request, reply) => sendProblem(request, reply, err));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      request,
      reply,
      new Problem('not-found', { detail: `There is no ${request.method} route of that name.` }),
    ),
  );
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Bytes that are not even HTTP: there is no request to reply to, only a socket. */
export function replyToBrokenHttp(
  err: Error & { code?: string },
  socket: import('node:net').Socket,
  requestId: string,
): void {
  if (err.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = err.code === 'HPE_HEADER_OVERFLOW' ? 431 : err.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ ...problemBody(new Problem('malformed-request'), requestId), status });
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status]}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
