import type { Routes } from '@holdfast/contract';
import { type Database, findVisibleCamera } from '@holdfast/db';
import { type Logger, recheckAccess, type SecretBox } from '@holdfast/kit';
import type { WebrtcNetwork } from '@holdfast/media';
import type { WebSocket } from 'ws';
import type { AuditSpans } from '../audit/audit-spans.ts';
import type { Callers } from '../auth/callers.ts';
import type { MediaCaller } from '../http/caller.ts';
import { endDeadOrFlooding } from '../http/end-dead-socket.ts';
import type { Handlers, Input } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { closeCodes } from '../http/socket-close-codes.ts';
import type { LiveStreams, Viewer } from './live-streams.ts';
import type { SharedReadings } from './shared-readings.ts';
import { sourceOf } from './source-of.ts';
import { createWatchLimits } from './watch-limits.ts';
import { createWhepSessions } from './whep-sessions.ts';

export interface LiveParts {
  streams: LiveStreams;
  readings: SharedReadings;
  network: () => WebrtcNetwork;
}

export function createLive(
  deps: {
    db: Database;
    log: Logger;
    secrets: SecretBox;
    restreamHost: string;
    rtspPort: number;
    callers: Callers;
    auditSpans: AuditSpans;
  } & LiveParts,
): {
  handlers: Handlers<Routes['live']>;
  close(): void;
} {
  const { db, callers, streams, readings, auditSpans } = deps;
  const takePlace = createWatchLimits();
  const sessions = createWhepSessions({ ...deps, takePlace });

  const mayWatch = (caller: MediaCaller, cameraId: string) => async () => {
    const still = await callers.ofSession(caller.sessionId);
    const camera = still && (await findVisibleCamera(db, { cameraId, userId: caller.userId }));
    return camera !== undefined && camera.removedAt === null;
  };

  const watch = async ({ params, query, caller, request, socket }: Input<Routes['live']['watch']>): Promise<void> => {
    const cameraId = params.camera_id.toLowerCase();
    if (!(await mayWatch(caller, cameraId)())) return socket.close(closeCodes.noAccess, 'this camera was removed');
    const leavePlace = takePlace({ cameraId, userId: caller.userId });
    if (!leavePlace) return socket.close(closeCodes.tooMany, 'too many are watching already');
    socket.once('close', leavePlace);
    endDeadOrFlooding(socket);
    const stream = query.stream ?? 'main';
    const found = await sourceOf(deps, {
      cameraId,
      stream,
      transcode: query.transcode === 'h264',
      wantsSound: query.sound !== 'off',
    });
    if (found.kind === 'unavailable') return socket.close(closeCodes.restart, found.reason);
    await auditSpans.live(request, cameraId).catch((err: unknown) => {
      found.leave();
      throw err;
    });
    if (socket.readyState !== socket.OPEN) return found.leave();
    socket.once('close', found.leave);
    socket.once('close', streams.join(found.source, viewerOf(socket)));
    const lost = () => socket.close(closeCodes.noAccess, 'you may not watch this any more');
    socket.once('close', recheckAccess({ mayWatch: mayWatch(caller, cameraId), lost }));
  };

  return {
    handlers: {
      watch: async (input) => {
        await watch(input);
        return undefined;
      },

      offer: async ({ params, query, body, caller, request }) => {
        const cameraId = params.camera_id.toLowerCase();
        if (!(await mayWatch(caller, cameraId)())) throw new Problem('not-found');
        await auditSpans.live(request, cameraId);
        const { id, answer } = await sessions.open({
          cameraId,
          stream: query.stream ?? 'main',
          userId: caller.userId,
          offer: body,
          mayWatch: mayWatch(caller, cameraId),
        });
        return { bytes: answer, headers: { location: `/live/${cameraId}/whep/${id}` } };
      },

      hangUp: async ({ params, caller }) => {
        const session = { id: params.session_id.toLowerCase(), cameraId: params.camera_id.toLowerCase() };
        if (!sessions.close({ ...session, userId: caller.userId })) throw new Problem('not-found');
        return undefined;
      },
    },
    close: () => {
      streams.close();
      sessions.closeAll();
      readings.close();
    },
  };
}

const viewerOf = (socket: WebSocket): Viewer => ({
  send: (data) => socket.send(data, () => undefined),
  bufferedBytes: () => socket.bufferedAmount,
  close: (code, reason) => socket.close(code, reason),
});
