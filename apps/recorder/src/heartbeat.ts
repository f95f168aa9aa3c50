import { beat, type Database } from '@holdfast/db';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';

const INTERVAL_MS = 5_000;

/** Tells the rest of the house that the recorder is alive. */
export function heartbeat({
  db,
  clock,
  log,
  version,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  version: string;
}): Task {
  const startedAt = new Date(clock.now());
  return every(
    'heartbeat',
    INTERVAL_MS,
    () => beat(db, { process: 'recorder', startedAt, beatAt: new Date(clock.now()), version }),
    { log, maxBackoffMs: INTERVAL_MS },
  );
}
