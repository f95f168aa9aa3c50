import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem, ProgramProblem, problemBody } from './problem.ts';
import { headersOfEveryReply } from './security-headers.ts';

/** Replies for requests that node's server would refuse itself, with an empty body. */
export function replyToBareHttp(app: FastifyInstance): void {
  (app.server as Server).on('checkExpectation', (_request, response) => {
    const { status, headers, body } = bareReply(
      new ProgramProblem('expectation-failed', 'The only supported expectation is 100-continue.'),
    );
    response.writeHead(status, headers).end(body);
  });
}

/** Bytes that are not HTTP: there is no request, only a socket. */
export function replyToBrokenHttp(err: Error & { code?: string }, socket: Socket): void {
  if (err.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = bareReply(problemOfBrokenHttp(err.code));
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function problemOfBrokenHttp(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers-too-large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('timed-out');
  return new Problem('malformed-request');
}

function bareReply(problem: Problem) {
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, requestId));
  const headers = {
    ...headersOfEveryReply(requestId),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { status: problem.status, headers, body };
}
