import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProgramProblem } from '../http/problem.ts';
import { type ConsoleFile, loadConsole } from './load-console.ts';

const INDEX = 'index.html';
/** The place in the page for the nonce that allows its own style elements. */
const NONCE_MARK = '__CSP_NONCE__';

/** Everything comes from this server; style elements only with this page's nonce, scripts only as files. */
const contentSecurityPolicy = ({ nonce, liveSource }: { nonce: string; liveSource: string }) =>
  [
    "default-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${liveSource}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of the page that is shown while the server is away, and of the service worker that shows it. */
const OFFLINE_POLICY =
  "default-src 'none'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const OFFLINE_FILES: ReadonlySet<string> = new Set(['offline.html', 'service-worker.js']);

/** The web console at `/ui/`. Any path without a file is a screen, which the page itself resolves. */
export function serveConsole(app: FastifyInstance, folder: string): void {
  const files = loadConsole(folder);
  const index = files.get(INDEX)?.plain.toString('utf8');
  const toConsole = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/ui/', 302);
  app.get('/', toConsole);
  app.get('/ui', toConsole);
  app.get<{ Params: { '*': string } }>('/ui/*', (request, reply) => {
    const name = request.params['*'];
    const file = name === INDEX ? undefined : files.get(name);
    if (file && OFFLINE_FILES.has(name)) reply.header('content-security-policy', OFFLINE_POLICY);
    if (file) return sendFile(request, reply, file);
    if (name.startsWith('assets/'))
      throw new ProgramProblem('not-found', 'This version of the console has no such file.');
    if (index === undefined)
      throw new ProgramProblem('not-found', 'The console has not been built; npm start builds it.');
    return sendIndex(request, reply, index);
  });
}

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d+)?$/i;

/** WebSockets of this server: not every browser accepts 'self' for them. */
const liveSourceOf = ({ host, protocol }: FastifyRequest) =>
  HOST.test(host) ? ` ${protocol === 'https' ? 'wss' : 'ws'}://${host}` : '';

function sendIndex(request: FastifyRequest, reply: FastifyReply, index: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .header('content-security-policy', contentSecurityPolicy({ nonce, liveSource: liveSourceOf(request) }))
    .type('text/html; charset=utf-8')
    .send(index.replaceAll(NONCE_MARK, nonce));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding =
    file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.mediaType).send((encoding && file[encoding]) ?? file.plain);
}
