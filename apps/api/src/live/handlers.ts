import type { Routes } from '@holdfast/contract';
import { findVisibleCamera } from '@holdfast/db';
import type { WebSocket } from 'ws';
import type { Deps } from '../deps.ts';
import type { Handlers, Input } from '../http/mount.ts';
import { closeCodes, type LiveStreams, type Viewer } from './live-streams.ts';
import { sourceOf } from './source-of.ts';
import { createWatchLimits } from './watch-limits.ts';

const CHECK_MS = 10_000;
// A viewer has nothing to say; one that talks and talks is up to something.
const MOST_MESSAGES = 100;

export function liveHandlers(
  deps: Pick<Deps, 'db' | 'secrets' | 'rtspPort' | 'callers'> & { streams: LiveStreams },
): Handlers<Routes['live']> {
  const { db, callers, streams } = deps;
  const takePlace = createWatchLimits();

  const watch = async ({ params, query, caller, socket }: Input<Routes['live']['watch']>): Promise<void> => {
    const cameraId = params.camera_id.toLowerCase();
    const leavePlace = takePlace({ cameraId, userId: caller.userId });
    if (!leavePlace) return socket.close(closeCodes.tooMany, 'too many are watching already');
    socket.once('close', leavePlace);
    const stream = query.stream ?? 'main';
    const source = await sourceOf(deps, { cameraId, stream, transcode: query.transcode === 'h264' });
    if (!source) return socket.close(closeCodes.restart, 'the restream is not ready yet');
    if (socket.readyState !== socket.OPEN) return;
    socket.once('close', streams.join(source, viewerOf(socket)));
    keepHonest(socket, async () => {
      const still = await callers.ofSession(caller.sessionId);
      return still !== undefined && (await findVisibleCamera(db, { cameraId, userId: caller.userId })) !== undefined;
    });
  };

  return {
    watch: async (input) => {
      await watch(input);
      return undefined;
    },
  };
}

const viewerOf = (socket: WebSocket): Viewer => ({
  send: (data) => socket.send(data, () => undefined),
  bufferedBytes: () => socket.bufferedAmount,
  close: (code, reason) => socket.close(code, reason),
});

/** Whoever loses access, or is silently gone, does not keep watching. */
function keepHonest(socket: WebSocket, mayWatch: () => Promise<boolean>): void {
  let answered = true;
  let messages = 0;
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('message', () => {
    messages += 1;
    if (messages > MOST_MESSAGES) socket.terminate();
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
    mayWatch().then(
      (may) => may || socket.close(closeCodes.noAccess, 'you may not watch this any more'),
      () => undefined, // The database is away for a moment: nobody loses a picture over it.
    );
  }, CHECK_MS);
  socket.once('close', () => clearInterval(timer));
}
