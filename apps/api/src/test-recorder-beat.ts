import type { Database } from '@holdfast/db';
import type { FakeClock } from '@holdfast/testkit';

/** As if the recorder was running: its heartbeat, as of now. */
export function recorderBeats(
  { db, clock }: { db: Database; clock: FakeClock },
  { startedMs = clock.now() }: { startedMs?: number } = {},
) {
  const heartbeat = { startedAt: new Date(startedMs), beatAt: new Date(clock.now()), version: '0' };
  return db
    .insertInto('processHeartbeat')
    .values({ process: 'recorder', ...heartbeat })
    .onConflict((conflict) => conflict.column('process').doUpdateSet(heartbeat))
    .execute();
}
