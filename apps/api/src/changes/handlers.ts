import type { Routes } from '@holdfast/contract';
import type { Database } from '@holdfast/db';
import { createPlaces, recheckAccess } from '@holdfast/kit';
import type { Callers } from '../auth/callers.ts';
import { endDeadOrFlooding } from '../http/end-dead-socket.ts';
import type { Handlers, Input } from '../http/mount.ts';
import { closeCodes } from '../http/socket-close-codes.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Follower } from './followers.ts';
import { readViewer } from './viewer.ts';

const PER_USER = 256;
const PER_SERVER = 1_024;

export function changeHandlers(deps: {
  db: Database;
  callers: Callers;
  changes: ChangeFeed;
}): Handlers<Routes['changes']> {
  const takePlace = createPlaces();

  const follow = async ({ caller, query, socket }: Input<Routes['changes']['follow']>): Promise<void> => {
    const { sessionId, userId } = caller;
    const leavePlace = takePlace([
      { key: 'server', most: PER_SERVER },
      { key: `user ${userId}`, most: PER_USER },
    ]);
    if (!leavePlace) return socket.close(closeCodes.tooMany, 'too many connections');
    socket.once('close', leavePlace);
    endDeadOrFlooding(socket);
    const lost = () => socket.close(closeCodes.noAccess, 'signed out');
    const viewer = await readViewer(deps, sessionId);
    if (!viewer) return lost();
    if (socket.readyState !== socket.OPEN) return;
    const follower: Follower = {
      viewer,
      send: (text) => socket.send(text, () => undefined),
      bufferedBytes: () => socket.bufferedAmount,
      // A stalled socket would also delay the close frame.
      drop: () => socket.terminate(),
    };
    const mayFollow = async () => {
      const now = await readViewer(deps, sessionId);
      if (now) follower.viewer = now;
      return now !== undefined;
    };
    socket.once('close', deps.changes.join(follower, query.cursor));
    socket.once('close', recheckAccess({ mayWatch: mayFollow, lost }));
  };

  return {
    follow: async (input) => {
      await follow(input);
      return undefined;
    },
  };
}
