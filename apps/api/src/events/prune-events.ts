import { type Database, pruneEvents, pruneHubSpans, readSettings } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';
import { repeatBatches } from '../batches/repeat-batches.ts';

const BATCH = 2_000;

/** Removes events that are older than their footage, in batches that do not hold up other statements. */
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
  const now = new Date(clock.now());
  const deleted = await repeatBatches({ size: BATCH, signal }, (most) =>
    pruneEvents(db, { now, retentionDays: eventRetentionDays, most }),
  );
  const spans = await repeatBatches({ size: BATCH, signal }, (most) => pruneHubSpans(db, { now, most }));
  if (deleted + spans > 0) log.info({ deleted, spans }, 'removed old events');
  return deleted;
}
