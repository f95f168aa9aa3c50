import { randomUUID } from 'node:crypto';
import { noteStreamFacts } from '@holdfast/db';
import { type Reason, reasonCode, type StreamName } from '@holdfast/domain';
import { createPermits, type Logger, recheckAccess } from '@holdfast/kit';
import {
  chooseFormats,
  NoPortLeft,
  type Offer,
  openPeer,
  type Reading,
  readOffer,
  type WebrtcNetwork,
} from '@holdfast/media';
import { Problem } from '../http/problem.ts';
import { type RestreamDeps, restreamUrl } from '../restream/restream-url.ts';
import type { SharedReadings } from './shared-readings.ts';
import { factsOfTracks } from './stream-facts.ts';
import type { TakePlace } from './watch-limits.ts';

export interface WhepDeps extends RestreamDeps {
  readings: SharedReadings;
  takePlace: TakePlace;
  log: Logger;
  network: () => WebrtcNetwork;
}

export interface WhepRequest {
  cameraId: string;
  stream: StreamName;
  userId: string;
  offer: string;
  mayWatch: () => Promise<boolean>;
}

interface Session {
  cameraId: string;
  userId: string;
  close(): void;
}

const PORTS_RETRY_SECONDS = 5;

/** WebRTC viewers. Each holds a place, a share of the stream's reader and sockets, which are all released when they leave. */
export function createWhepSessions(deps: WhepDeps) {
  const sessions = new Map<string, Session>();
  // Free ports are found and then bound: two concurrent calls would find the same ones.
  const answering = createPermits(1);

  const answer = async (offer: Offer, { live }: Reading) => {
    const chosen = chooseFormats(offer, live.tracks);
    if (chosen.kind === 'refused') throw new Problem('codec-unsupported', { reason: chosen.reason });
    const release = await answering.acquire();
    try {
      return await openPeer({ offer, chosen, tracks: live.tracks }, deps.network());
    } catch (err) {
      if (err instanceof NoPortLeft)
        throw new Problem('ports-taken', { retryAfterSeconds: PORTS_RETRY_SECONDS, cause: err });
      throw new Problem('invalid', { reason: reasonCode('webrtc-offer-unanswerable'), cause: err });
    } finally {
      release();
    }
  };

  return {
    async open({ cameraId, stream, userId, offer: text, mayWatch }: WhepRequest) {
      const read = readOffer(text);
      if (read.kind === 'refused') throw new Problem('invalid', { reason: read.reason });
      const leavePlace = deps.takePlace({ cameraId, userId });
      if (!leavePlace) throw new Problem('too-many-viewers');
      const undo = [leavePlace];
      try {
        const { reading, leave } = await enter(deps, { cameraId, stream });
        undo.push(leave);
        const peer = await answer(read.offer, reading);
        const id = randomUUID();
        sessions.set(id, { cameraId, userId, close: peer.close });
        const stopChecking = recheckAccess({ mayWatch, lost: peer.close });
        // The stream may have ended in the meantime, before anybody listened.
        peer.onConnected(() => (reading.live.ended ? peer.close() : reading.live.join(peer).begin()));
        peer.onGone(() => {
          sessions.delete(id);
          stopChecking();
          reading.live.leave(peer);
          for (const one of undo) one();
        });
        if (reading.live.ended) peer.close();
        return { id, answer: peer.answer };
      } catch (err) {
        for (const one of undo) one();
        throw err;
      }
    },

    /** Whether the session existed. */
    close({ id, cameraId, userId }: { id: string; cameraId: string; userId: string }): boolean {
      const session = sessions.get(id);
      if (session?.cameraId !== cameraId || session.userId !== userId) return false;
      session.close();
      return true;
    },

    closeAll() {
      for (const session of [...sessions.values()]) session.close();
    },
  };
}

async function enter(deps: WhepDeps, { cameraId, stream }: { cameraId: string; stream: StreamName }) {
  const unreachable = (reason: Reason, cause?: unknown) => new Problem('camera-unreachable', { reason, cause });
  const url = await restreamUrl(deps, { cameraId, stream });
  if (url === undefined) throw unreachable(reasonCode('restream-not-ready'));
  const entered = await deps.readings.enter(`${cameraId} ${stream}`, url).catch((err: unknown) => {
    throw unreachable(reasonCode('camera-not-sending'), err);
  });
  // Best effort: viewing neither waits for it nor fails because of it.
  noteStreamFacts(deps.db, [{ cameraId, stream, ...factsOfTracks(entered.reading.live.tracks) }]).catch(
    (err: unknown) => deps.log.warn({ err, camera_id: cameraId }, 'the facts of a stream could not be stored'),
  );
  return entered;
}
