import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import { routes } from '@holdfast/contract';
import { openReading } from '@holdfast/media';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Pool } from 'pg';
import { alertHandlers } from './alerts/handlers.ts';
import { actionOf } from './audit/audited-routes.ts';
import { auditHandlers } from './audit/handlers.ts';
import { createGuards } from './auth/guards.ts';
import { authHandlers } from './auth/handlers.ts';
import { createPasswordCheck } from './auth/password-check.ts';
import { backupHandlers } from './backups/handlers.ts';
import { bookmarkHandlers } from './bookmarks/handlers.ts';
import { cameraHandlers } from './cameras/handlers.ts';
import { changeHandlers } from './changes/handlers.ts';
import { clipHandlers } from './clips/handlers.ts';
import { serveConsole } from './console/serve-console.ts';
import type { Deps } from './deps.ts';
import { detectorHandlers } from './detector/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import { exportHandlers } from './exports/handlers.ts';
import { groupHandlers } from './groups/handlers.ts';
import { createNote } from './http/audit-note.ts';
import { replyToBareHttp, replyToBrokenHttp } from './http/bare-http.ts';
import { checkHosts } from './http/host-check.ts';
import { takeJsonBodies, takeTextBodies } from './http/json-body.ts';
import { mount, type UnlessUnresponsive } from './http/mount.ts';
import { replyWithProblems, sendProblem } from './http/problem-reply.ts';
import { logRequests } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serializerCompiler } from './http/serialization.ts';
import { validatorCompiler } from './http/validation.ts';
import { hubHandlers } from './hub/handlers.ts';
import { hubOfferHandlers } from './hub-offer/handlers.ts';
import { createLive } from './live/handlers.ts';
import { createLiveStreams } from './live/live-streams.ts';
import { createSharedReadings } from './live/shared-readings.ts';
import { storeInitFacts } from './live/store-init-facts.ts';
import { lprConfigHandlers } from './lpr-config/handlers.ts';
import { machineHistoryHandlers } from './machine-history/handlers.ts';
import { meHandlers } from './me/handlers.ts';
import { mediaTokenHandlers } from './media-token/handlers.ts';
import { motionHandlers } from './motion/handlers.ts';
import { passHandlers } from './passes/handlers.ts';
import { plateHandlers } from './plates/handlers.ts';
import { playbackHandlers } from './playback/handlers.ts';
import { policyHandlers } from './policies/handlers.ts';
import { previewHandlers } from './previews/handlers.ts';
import { recorderRestartHandlers } from './recorder-restart/handlers.ts';
import { restreamHandlers } from './restream/handlers.ts';
import { roleHandlers } from './roles/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { shareHandlers } from './shares/handlers.ts';
import { statusHandlers } from './status/handlers.ts';
import { storageHandlers } from './storages/handlers.ts';
import { supportBundleHandlers } from './support-bundle/handlers.ts';
import { systemHandlers } from './system/handlers.ts';
import { createMetrics, createRuntimeMetrics } from './system/metrics.ts';
import { createRecordingMetrics } from './system/recording-metrics.ts';
import { timelineHandlers } from './timeline/handlers.ts';
import { trustHandlers } from './tls/handlers.ts';
import { requireTls } from './tls/require-tls.ts';
import { userHandlers } from './users/handlers.ts';
import { viewHandlers } from './views/handlers.ts';
import { warningHandlers } from './warnings/handlers.ts';
import { watchlistHandlers } from './watchlist/handlers.ts';

export interface AppOptions {
  pool: Pool;
  allowedHosts: readonly string[];
  trustedProxies: readonly string[];
  /** Whether an address is this machine or a trusted proxy. */
  isLocal: (address: string) => boolean;
  /** Whether everyone may connect without TLS, not only this machine and trusted proxies. */
  plainHttp: boolean;
  /** Our own certificate authority in PEM form, if there is one. */
  authority: string | undefined;
  metricsToken: string | undefined;
  /** Whether only this machine can reach the server, so that metrics need no token. */
  boundToLoopback: boolean;
  unlessUnresponsive: UnlessUnresponsive;
  /** The built web console. */
  consoleDir: string;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const SOCKET_MESSAGE_BYTES = 1024;

/** The whole HTTP server, not listening yet. */
export function buildApp(deps: Deps, options: AppOptions): FastifyInstance {
  const app = createServer(deps, options);
  const checkPassword = createPasswordCheck(deps);
  const registry = createMetrics(app, options.pool);
  const addRuntimeMetrics = createRuntimeMetrics(registry);
  const refreshRecording = createRecordingMetrics(registry, deps);
  const metrics = {
    contentType: registry.contentType,
    print: async () => {
      await refreshRecording();
      addRuntimeMetrics();
      return registry.metrics();
    },
  };

  const live = createLive({
    ...deps,
    streams: createLiveStreams(storeInitFacts(deps, deps.startFeed)),
    readings: createSharedReadings(openReading),
    network: deps.webrtcNetwork,
  });
  app.addHook('preClose', async () => {
    live.close();
    deps.changes.close();
  });
  // The plugin must be registered before any WebSocket route.
  void app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_BYTES } });
  void app.register(async (scope) => {
    mount(scope, {
      routes,
      unlessUnresponsive: options.unlessUnresponsive,
      noteFor: (feature, name) => {
        const action = actionOf(feature, name);
        return action && ((request) => createNote(deps, action, request));
      },
      guards: createGuards({
        db: deps.db,
        callers: deps.callers,
        tokens: deps.tokens,
        metrics: { token: options.metricsToken, openOnLoopback: options.boundToLoopback },
      }),
      handlers: {
        auth: authHandlers({ ...deps, checkPassword }),
        me: meHandlers({ ...deps, checkPassword }),
        users: userHandlers(deps),
        roles: roleHandlers(deps),
        cameras: cameraHandlers(deps),
        policies: policyHandlers(deps),
        groups: groupHandlers(deps),
        settings: settingsHandlers(deps),
        storages: storageHandlers(deps),
        lprConfig: lprConfigHandlers(deps),
        plates: plateHandlers(deps),
        watchlist: watchlistHandlers(deps),
        passes: passHandlers(deps),
        events: eventHandlers(deps),
        clips: clipHandlers(deps),
        changes: changeHandlers(deps),
        alerts: alertHandlers(deps),
        mediaToken: mediaTokenHandlers(deps),
        playback: playbackHandlers(deps),
        previews: previewHandlers(deps),
        live: live.handlers,
        views: viewHandlers(deps),
        exports: exportHandlers(deps),
        shares: shareHandlers(deps),
        timeline: timelineHandlers(deps),
        motion: motionHandlers(deps),
        detector: detectorHandlers(deps),
        hub: hubHandlers(deps),
        hubOffer: hubOfferHandlers(deps),
        bookmarks: bookmarkHandlers(deps),
        status: statusHandlers(deps),
        machineHistory: machineHistoryHandlers(deps),
        warnings: warningHandlers(deps),
        recorderRestart: recorderRestartHandlers(deps),
        backups: backupHandlers(deps),
        supportBundle: supportBundleHandlers(deps),
        restream: restreamHandlers(deps),
        audit: auditHandlers(deps),
        system: systemHandlers(deps, metrics),
        trust: trustHandlers(options),
      },
    });
  });
  serveConsole(app, options.consoleDir);
  return app;
}

/** Everything that does not depend on the routes: limits, refusals, headers, bodies. */
function createServer(deps: Deps, options: AppOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
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
