import { type Database, pruneAuditEntries } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';
import { repeatBatches } from '../batches/repeat-batches.ts';

const BATCH = 2_000;

export async function pruneAudit({
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
  const now = new Date(clock.now());
  const deleted = await repeatBatches({ size: BATCH, signal }, (most) => pruneAuditEntries(db, { now, most }));
  if (deleted > 0) log.info({ deleted }, 'removed old entries of the audit log');
  return deleted;
}
