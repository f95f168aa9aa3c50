import { pruneEvents, pruneHubSpans, readSettings } from '@holdfast/db';
import type { HousekeepingDeps } from '../batches/housekeeping-deps.ts';
import { repeatBatches } from '../batches/repeat-batches.ts';

const BATCH = 2_000;

/** Removes events that are older than their footage, in batches that do not hold up other statements. */
export async function pruneOldEvents({ db, clock, log, signal }: HousekeepingDeps): Promise<number> {
  const { eventRetentionDays } = await readSettings(db);
  const now = new Date(clock.now());
  const deleted = await repeatBatches({ size: BATCH, signal }, (most) =>
    pruneEvents(db, { now, retentionDays: eventRetentionDays, most }),
  );
  const spans = await repeatBatches({ size: BATCH, signal }, (most) => pruneHubSpans(db, { now, most }));
  if (deleted + spans > 0) log.info({ deleted, spans }, 'removed old events');
  return deleted;
}
