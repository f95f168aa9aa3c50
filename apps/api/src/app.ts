import { randomUUID } from 'node:crypto';
import { routes } from '@holdfast/contract';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { Pool } from 'pg';
import { createGuards } from './auth/guards.ts';
import { authHandlers } from './auth/handlers.ts';
import { cameraHandlers } from './cameras/handlers.ts';
import { serveConsole } from './console/serve-console.ts';
import type { Deps } from './deps.ts';
import { groupHandlers } from './groups/handlers.ts';
import { refuseForeignHosts } from './http/host-check.ts';
import { takeJsonBodies } from './http/json-body.ts';
import { mount } from './http/mount.ts';
import { replyToBrokenHttp, replyWithProblems, sendProblem } from './http/problem-reply.ts';
import { logRequests } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { validatorCompiler } from './http/validation.ts';
import { lprConfigHandlers } from './lpr/handlers.ts';
import { meHandlers } from './me/handlers.ts';
import { mediaTokenHandlers } from './media-token/handlers.ts';
import { policyHandlers } from './policies/handlers.ts';
import { roleHandlers } from './roles/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { storageHandlers } from './storages/handlers.ts';
import { systemHandlers } from './system/handlers.ts';
import { createMetrics } from './system/metrics.ts';
import { userHandlers } from './users/handlers.ts';

export interface AppOptions {
  pool: Pool;
  allowedHosts: readonly string[];
  trustedProxies: readonly string[];
  metricsToken: string | undefined;
  /** Whether only this machine can reach us, so that figures need no token. */
  boundToLoopback: boolean;
  /** The built web console. */
  consoleDir: string;
}

const BODY_LIMIT_BYTES = 64 * 1024;

/** The whole HTTP server, not listening yet. */
export function buildApp(deps: Deps, options: AppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.log,
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
    clientErrorHandler: (err, socket) => replyToBrokenHttp(err, socket, randomUUID()),
  }) as unknown as FastifyInstance;

  app.decorateRequest('caller', undefined);
  app.setValidatorCompiler(validatorCompiler);
  addSecurityHeaders(app);
  refuseForeignHosts(app, options.allowedHosts);
  logRequests(app);
  replyWithProblems(app);
  takeJsonBodies(app);
  const metrics = createMetrics(app, options.pool);

  mount(app, {
    routes,
    guards: createGuards({
      db: deps.db,
      callers: deps.callers,
      tokens: deps.tokens,
      metrics: { token: options.metricsToken, openOnLoopback: options.boundToLoopback },
    }),
    handlers: {
      auth: authHandlers(deps),
      me: meHandlers(deps),
      users: userHandlers(deps),
      roles: roleHandlers(deps),
      cameras: cameraHandlers(deps),
      policies: policyHandlers(deps),
      groups: groupHandlers(deps),
      settings: settingsHandlers(deps),
      storages: storageHandlers(deps),
      lprConfig: lprConfigHandlers(deps),
      mediaToken: mediaTokenHandlers(deps),
      system: systemHandlers(deps, metrics),
    },
  });
  serveConsole(app, options.consoleDir);
  return app;
}
