import { closeStaleEvents } from '@holdfast/db';
import type { HousekeepingDeps } from '../batches/housekeeping-deps.ts';
import { repeatBatches } from '../batches/repeat-batches.ts';

/** A source without updates for this long will not end its event any more. */
export const STALE_AFTER_MS = 30 * 60_000;
const BATCH = 500;

/** The event janitor. */
export async function closeStale({ db, clock, log, signal }: HousekeepingDeps): Promise<number> {
  const now = clock.now();
  const updatedBefore = new Date(now - STALE_AFTER_MS);
  const closed = await repeatBatches({ size: BATCH, signal }, (most) =>
    closeStaleEvents(db, { updatedBefore, now: new Date(now), most }),
  );
  if (closed > 0) log.info({ closed }, 'closed stale events');
  return closed;
}
