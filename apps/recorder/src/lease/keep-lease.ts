import { beat, beatRecorderRun, type Database, endRecorderRun, insertRecorderRun } from '@holdfast/db';
import { type Clock, ExitWith, type Logger, sleep } from '@holdfast/kit';
import type { Lease } from './take-lease.ts';

const BEAT_MS = 5_000;

/**
 * The sign of life: renews the lease, tells the installation that the recorder is alive, and lengthens the run in the ledger.
 * Ends with the ExitWith of a recorder that was fenced; a database that is away is no reason to stop.
 */
export async function keepLease({
  db,
  lease,
  clock,
  log,
  version,
  startedAt,
  signal,
}: {
  db: Database;
  lease: Lease;
  clock: Clock;
  log: Logger;
  version: string;
  /** Since when there is a recorder, which may be longer than it has the lease. */
  startedAt: Date;
  signal: AbortSignal;
}): Promise<void> {
  let run: number | undefined;
  while (!signal.aborted) {
    try {
      await lease.renew();
      const beatAt = new Date(clock.now());
      run ??= await insertRecorderRun(db, startedAt);
      await beatRecorderRun(db, run, beatAt);
      await beat(db, { process: 'recorder', startedAt, beatAt, version });
    } catch (err) {
      if (err instanceof ExitWith) throw err;
      log.warn({ err }, 'cannot renew the lease, recording goes on');
    }
    await sleep(BEAT_MS, signal);
  }
  if (run !== undefined)
    await endRecorderRun(db, run, new Date(clock.now())).catch((err: unknown) =>
      log.warn({ err }, 'the end of this run could not be written'),
    );
}
