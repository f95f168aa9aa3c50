import type { Database } from '@holdfast/db';
import type { Clock, Logger } from '@holdfast/kit';

/** Dependencies of a task that deletes or closes what is old, in batches until it is stopped. */
export interface HousekeepingDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}
