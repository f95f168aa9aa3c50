import { deleteOldReads, deleteOldSystemEvents, deleteOldTruths, readLprConfig } from '@holdfast/db';
import { pruneReadsBeforeMs } from '@holdfast/domain';
import type { HousekeepingDeps } from '../batches/housekeeping-deps.ts';
import { repeatBatches } from '../batches/repeat-batches.ts';

// Small enough not to block readers, large enough to delete a year in minutes.
export const PRUNE_BATCH = 5_000;
const SYSTEM_EVENTS_MS = 365 * 86_400_000;

/** Deletes what is older than the retention of plates: reads, pictures, confirmed truths and the alerts that name them. */
export async function prunePlates({ db, clock, log, signal }: HousekeepingDeps): Promise<void> {
  const { retentionDays } = await readLprConfig(db);
  const before = new Date(pruneReadsBeforeMs({ nowMs: clock.now(), retentionDays }));
  const reads = await repeatBatches({ size: PRUNE_BATCH, signal }, (atMost) => deleteOldReads(db, { before, atMost }));
  const truths = await deleteOldTruths(db, before);
  const systemEvents = await deleteOldSystemEvents(db, {
    platesBefore: before,
    othersBefore: new Date(clock.now() - SYSTEM_EVENTS_MS),
  });
  if (reads + truths + systemEvents > 0)
    log.info({ reads, truths, system_events: systemEvents }, 'pruned plates older than their retention');
}
