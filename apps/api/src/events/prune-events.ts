import { type Database, pruneEvents, readSettings } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';

const BATCH = 2_000;

/** Removes events that are older than their footage, in batches that leave room for everybody else. */
export async function pruneOldEvents({
  db,
  clock,
  log,
  signal,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}): Promise<number> {
  const { eventRetentionDays } = await readSettings(db);
  let deleted = 0;
  while (!signal.aborted) {
    const gone = await pruneEvents(db, {
      now: new Date(clock.now()),
      retentionDays: eventRetentionDays,
      most: BATCH,
    });
    deleted += gone;
    if (gone < BATCH) break;
  }
  if (deleted > 0) log.info({ deleted }, 'removed old events');
  return deleted;
}
