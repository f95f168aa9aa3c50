import { pruneAuditEntries } from '@holdfast/db';
import type { HousekeepingDeps } from '../batches/housekeeping-deps.ts';
import { repeatBatches } from '../batches/repeat-batches.ts';

const BATCH = 2_000;

export async function pruneAudit({ db, clock, log, signal }: HousekeepingDeps): Promise<number> {
  const now = new Date(clock.now());
  const deleted = await repeatBatches({ size: BATCH, signal }, (most) => pruneAuditEntries(db, { now, most }));
  if (deleted > 0) log.info({ deleted }, 'removed old entries of the audit log');
  return deleted;
}
