import { type Database, deleteExpiredSessions, deleteOldLoginBackoffs } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';

const DAY_MS = 86_400_000;

/** Deletes expired sessions and old login failures. */
export async function pruneAccess({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Promise<void> {
  const sessions = await deleteExpiredSessions(db, new Date(clock.now()));
  const backoffs = await deleteOldLoginBackoffs(db, new Date(clock.now() - DAY_MS));
  if (sessions + backoffs > 0) log.info({ sessions, backoffs }, 'pruned expired sessions and login failures');
}
