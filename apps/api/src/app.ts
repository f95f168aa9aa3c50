import { openReading } from '@holdfast/media';
import type { FastifyInstance } from 'fastify';
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
import type { Deps } from './deps.ts';
import { detectorHandlers } from './detector/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import { exportHandlers } from './exports/handlers.ts';
import { groupHandlers } from './groups/handlers.ts';
import { createNote } from './http/audit-note.ts';
import type { UnlessUnresponsive } from './http/mount.ts';
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
import { type Api, type ServerOptions, serveApi } from './server.ts';
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
import { userHandlers } from './users/handlers.ts';
import { viewHandlers } from './views/handlers.ts';
import { warningHandlers } from './warnings/handlers.ts';
import { watchlistHandlers } from './watchlist/handlers.ts';

export interface AppOptions extends ServerOptions {
  pool: Pool;
  /** Our own certificate authority in PEM form, if there is one. */
  authority: string | undefined;
  metricsToken: string | undefined;
  /** Whether only this machine can reach the server, so that metrics need no token. */
  boundToLoopback: boolean;
  unlessUnresponsive: UnlessUnresponsive;
}

/** The whole HTTP server, not listening yet. */
export const buildApp = (deps: Deps, options: AppOptions): FastifyInstance =>
  serveApi(createApi(deps, options), { ...options, log: deps.log });

export function createApi(deps: Deps, options: Omit<AppOptions, keyof ServerOptions>): Api {
  const checkPassword = createPasswordCheck(deps);
  const { registry, countReply } = createMetrics(options.pool);
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
  return {
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
    countReply,
    close: () => {
      live.close();
      deps.changes.close();
    },
  };
}
