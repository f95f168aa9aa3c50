import { createHash, randomBytes } from 'node:crypto';
import { type Database, findWorkerCamera, sessionSeesCamera } from '@holdfast/db';
import type { Clock, Tokens } from '@holdfast/kit';
import { type Authorize, type StreamCredentials, sameSecret } from '@holdfast/media';

export interface ReaderAccount {
  username: string;
  password: string;
}

export interface Door {
  authorize: Authorize;
  /**
   * For our own children: made anew by each process and taken from this machine alone, so what a process list shows is
   * worthless elsewhere and later.
   */
  own: ReaderAccount;
  setReaderAccount(account: ReaderAccount | undefined): void;
}

/** Who may read: our own children, the readers' account, and holders of a living media or worker token of that camera. */
export function createDoor({ db, tokens, clock }: { db: Database; tokens: Tokens; clock: Clock }): Door {
  const own = { username: 'recorder', password: randomBytes(24).toString('hex') };
  let readers: ReaderAccount | undefined;

  return {
    own,
    setReaderAccount(account) {
      readers = account;
    },
    authorize: async (shown, { cameraId, purpose, isHere }) => {
      if (shown.kind !== 'token') {
        if (isHere && isAccount(shown, own)) return 'own';
        return purpose === 'read' && readers !== undefined && isAccount(shown, readers);
      }
      if (purpose !== 'read') return false;
      const claims = await tokens.readMedia(shown.token);
      if (claims === undefined) return mayWorkerRead(db, shown.token, cameraId);
      if (claims.cameraId !== cameraId) return false;
      const { sessionId } = claims;
      const stillMay = () => sessionSeesCamera(db, { sessionId, cameraId, now: new Date(clock.now()) });
      return (await stillMay()) && { stillMay };
    },
  };
}

/** A plate worker that the launcher runs reads its own camera for as long as it runs. */
async function mayWorkerRead(db: Database, token: string, cameraId: string) {
  const digest = createHash('sha256').update(token).digest();
  const stillMay = async () => (await findWorkerCamera(db, digest)) === cameraId;
  return (await stillMay()) && { stillMay };
}

function isAccount(shown: Exclude<StreamCredentials, { kind: 'token' }>, account: ReaderAccount): boolean {
  if (!sameSecret(shown.username, account.username)) return false;
  return shown.kind === 'basic' ? sameSecret(shown.password, account.password) : shown.matches(account.password);
}
