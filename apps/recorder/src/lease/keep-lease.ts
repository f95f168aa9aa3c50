import { beat, beatRecorderRun, type Database, endRecorderRun, insertRecorderRun } from '@holdfast/db';
import { type Clock, ExitWith, type Logger, sleep } from '@holdfast/kit';
import type { Lease } from './take-lease.ts';

const BEAT_MS = 5_000;

/**
 * The heartbeat: renews the lease, updates the recorder's status row and extends its session in the ledger.
 * Ends with ExitWith when the recorder was fenced; an unreachable database does not stop it.
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
  /** Start of the process, which may be earlier than the lease. */
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
      log.warn({ err }, 'cannot renew the lease, recording continues');
    }
    await sleep(BEAT_MS, signal);
  }
  if (run !== undefined)
    await endRecorderRun(db, run, new Date(clock.now())).catch((err: unknown) =>
      log.warn({ err }, 'could not write the end of this recorder session'),
    );
}
