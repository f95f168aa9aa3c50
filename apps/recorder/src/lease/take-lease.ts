import { type Database, giveUpRecorderLease, renewRecorderLease, takeRecorderLease } from '@holdfast/db';
import type { LeaseAnswer } from '@holdfast/domain';
import { ExitWith, exitCodes, type Logger, sleep } from '@holdfast/kit';

export interface Lease {
  readonly epoch: number;
  /** Throws ExitWith when another recorder has taken over; a database that is away changes nothing. */
  renew(): Promise<void>;
  giveUp(): Promise<void>;
}

export const LEASE_MS = 15_000;
const RETRY_MS = 500;

/**
 * The right to record. Waits for a database that is away; of a living other recorder it waits only for what is left of
 * its lease, and refuses when that is renewed. Undefined when aborted.
 */
export async function takeLease({
  db,
  holder,
  log,
  signal,
  lengthMs = LEASE_MS,
  onAnswer,
}: {
  db: Database;
  holder: string;
  log: Logger;
  signal: AbortSignal;
  lengthMs?: number;
  /** For as long as there is no lease. */
  onAnswer?: (answer: LeaseAnswer) => void;
}): Promise<Lease | undefined> {
  const patienceMs = lengthMs + 2 * RETRY_MS;
  let refusedSinceMs: number | undefined;
  while (!signal.aborted) {
    try {
      const epoch = await takeRecorderLease(db, { holder, lengthMs });
      if (epoch !== undefined) return leaseOf({ db, epoch, lengthMs });
      onAnswer?.('taken');
      refusedSinceMs ??= performance.now();
      if (performance.now() - refusedSinceMs > patienceMs)
        throw new ExitWith(
          exitCodes.cannotCreate,
          'Another recorder is recording with this database: stop it first, or give this one a database of its own.',
        );
    } catch (err) {
      if (err instanceof ExitWith) throw err;
      refusedSinceMs = undefined;
      onAnswer?.('silent');
      log.warn({ err }, 'waiting for the database');
    }
    await sleep(RETRY_MS, signal);
  }
  return undefined;
}

const leaseOf = ({ db, epoch, lengthMs }: { db: Database; epoch: number; lengthMs: number }): Lease => ({
  epoch,
  async renew() {
    if (await renewRecorderLease(db, { epoch, lengthMs })) return;
    throw new ExitWith(exitCodes.unavailable, 'Another recorder has taken over the cameras: this one stops.');
  },
  async giveUp() {
    await giveUpRecorderLease(db, epoch);
  },
});
