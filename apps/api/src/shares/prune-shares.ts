import { MAX_SHARE_OPENINGS } from '@holdfast/contract';
import { type Database, pruneShares } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';

/** How long a link stays listed after its end. */
const REMEMBERED_MS = 30 * 86_400_000;

export async function pruneEndedShares({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Promise<void> {
  const endedBefore = new Date(clock.now() - REMEMBERED_MS);
  const shares = await pruneShares(db, { endedBefore, keptOpenings: MAX_SHARE_OPENINGS });
  if (shares > 0) log.info({ shares }, 'deleted links that ended long ago');
}
