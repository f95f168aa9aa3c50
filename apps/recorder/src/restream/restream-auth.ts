import { createHash } from 'node:crypto';
import { type Database, findWorkerCamera, sessionSeesCamera } from '@holdfast/db';
import type { Clock, Tokens } from '@holdfast/kit';
import { type Authorize, type StreamCredentials, sameSecret } from '@holdfast/media';
import { createTickets, type Grant } from './tickets.ts';

export interface ReaderAccount {
  username: string;
  password: string;
}

export interface RestreamAuth {
  authorize: Authorize;
  /** Valid for one connection of a child process. */
  issueTicket(grant: Grant): string;
  setReaderAccount(account: ReaderAccount | undefined): void;
}

/**
 * Checks the credentials of RTSP clients. Child processes read or publish with a ticket; the reader account, plate
 * workers and holders of a valid media token may only read.
 */
export function createRestreamAuth({
  db,
  tokens,
  clock,
}: {
  db: Database;
  tokens: Tokens;
  clock: Clock;
}): RestreamAuth {
  const tickets = createTickets(clock);
  let readers: ReaderAccount | undefined;

  return {
    issueTicket: tickets.issue,
    setReaderAccount(account) {
      readers = account;
    },
    authorize: async (shown, { cameraId, stream, purpose, isOwnProcess }) => {
      if (shown.kind !== 'token') return purpose === 'read' && readers !== undefined && isAccount(shown, readers);
      // The process is checked first, so that a ticket shown by a foreign process stays valid for its child.
      if (tickets.has(shown.token))
        return (await isOwnProcess()) && tickets.redeem(shown.token, { cameraId, stream, purpose }) && 'own';
      if (purpose !== 'read') return false;
      const claims = await tokens.readMedia(shown.token);
      if (claims === undefined) return mayWorkerRead(db, shown.token, cameraId);
      if (claims.cameraId !== cameraId) return false;
      const { sessionId } = claims;
      const stillAllowed = () => sessionSeesCamera(db, { sessionId, cameraId, now: new Date(clock.now()) });
      return (await stillAllowed()) && { stillAllowed };
    },
  };
}

/** A plate worker started by the launcher may read its own camera for as long as it runs. */
async function mayWorkerRead(db: Database, token: string, cameraId: string) {
  const digest = createHash('sha256').update(token).digest();
  const stillAllowed = async () => (await findWorkerCamera(db, digest)) === cameraId;
  return (await stillAllowed()) && { stillAllowed };
}

function isAccount(shown: Exclude<StreamCredentials, { kind: 'token' }>, account: ReaderAccount): boolean {
  if (!sameSecret(shown.username, account.username)) return false;
  return shown.kind === 'basic' ? sameSecret(shown.password, account.password) : shown.matches(account.password);
}
