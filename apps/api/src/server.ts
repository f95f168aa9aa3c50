import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import { type Routes, routes } from '@holdfast/contract';
import type { Logger } from '@holdfast/kit';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { serveConsole } from './console/serve-console.ts';
import { replyToBareHttp, replyToBrokenHttp } from './http/bare-http.ts';
import type { Guards } from './http/caller.ts';
import { checkHosts } from './http/host-check.ts';
import { takeJsonBodies, takeTextBodies } from './http/json-body.ts';
import { type HandlerTable, mount, type NoteFor, type UnlessUnresponsive } from './http/mount.ts';
import { replyWithProblems, sendProblem } from './http/problem-reply.ts';
import { logRequests } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serializerCompiler } from './http/serialization.ts';
import { validatorCompiler } from './http/validation.ts';
import { requireTls } from './tls/require-tls.ts';

/**
 * What the routes do, with all state. The server around it remembers nothing that a later request could notice, so tests use one
 * for many of these.
 */
export interface Api {
  handlers: HandlerTable<Routes>;
  guards: Guards;
  noteFor: NoteFor;
  unlessUnresponsive: UnlessUnresponsive;
  countReply(request: FastifyRequest, reply: FastifyReply): void;
  /** Ends replies that would never end. */
  close(): void;
}

export interface ServerOptions {
  allowedHosts: readonly string[];
  trustedProxies: readonly string[];
  /** Whether an address is this machine or a trusted proxy. */
  isLocal: (address: string) => boolean;
  /** Whether everyone may connect without TLS, not only this machine and trusted proxies. */
  plainHttp: boolean;
  /** The built web console. */
  consoleDir: string;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const SOCKET_MESSAGE_BYTES = 1024;

/** The routes over HTTP, and the console; not listening yet. */
export function serveApi(api: Api, options: ServerOptions & { log: Logger }): FastifyInstance {
  const app = createServer(options);
  app.addHook('onResponse', (request, reply, done) => {
    api.countReply(request, reply);
    done();
  });
  app.addHook('preClose', async () => api.close());
  // The plugin must be registered before any WebSocket route.
  void app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_BYTES } });
  void app.register(async (scope) => mount(scope, { ...api, routes }));
  serveConsole(app, options.consoleDir);
  return app;
}

/** Everything that does not depend on the routes: limits, refusals, headers, bodies. */
function createServer(options: ServerOptions & { log: Logger }): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (err, request, reply) => {
      void sendProblem(request, reply, err);
    },
    clientErrorHandler: replyToBrokenHttp,
    // Node would refuse these itself, with an empty body.
    http: { requireHostHeader: false },
    return503OnClosing: false,
  });

  app.decorateRequest('caller', undefined);
  app.decorateRequest('routeUrl', undefined);
  app.decorateRequest('isByCookie', false);
  app.decorateRequest('pendingCookies', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addSecurityHeaders(app);
  replyToBareHttp(app);
  checkHosts(app, options.allowedHosts);
  requireTls(app, {
    isAllowed: options.plainHttp,
    isLocal: options.isLocal,
  });
  logRequests(app);
  replyWithProblems(app);
  takeJsonBodies(app);
  takeTextBodies(app, 'application/sdp');
  takeTextBodies(app, 'text/csv');
  return app;
}
