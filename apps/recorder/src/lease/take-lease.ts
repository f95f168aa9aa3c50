import {
  beatRecorder,
  type Database,
  giveUpRecorderLease,
  type RecorderBeat,
  renewRecorderLease,
  type SchemaState,
  takeRecorderLease,
} from '@holdfast/db';
import { ExitWith, exitCodes, type Logger, sleep } from '@holdfast/kit';
import { requireCurrentSchema } from './require-current-schema.ts';

export interface Lease {
  readonly epoch: number;
  /** Throws ExitWith when another recorder has taken over. An unreachable database is ignored. */
  renew(): Promise<void>;
  /** Renews it, and writes that the recorder is alive. Throws as `renew` does. */
  beat(beat: Omit<RecorderBeat, 'epoch' | 'lengthMs'>): Promise<void>;
  giveUp(): Promise<void>;
}

export const LEASE_MS = 15_000;
const RETRY_MS = 500;

/**
 * Takes the lease. Waits for a database that is away or not migrated yet, and rejects one of another version before any
 * other statement. If another recorder holds the lease, waits until it expires, and rejects when it is renewed.
 * Undefined when aborted.
 */
export async function takeLease({
  db,
  schema,
  holder,
  log,
  signal,
  lengthMs = LEASE_MS,
  onTaken,
}: {
  db: Database;
  schema: () => Promise<SchemaState>;
  holder: string;
  log: Logger;
  signal: AbortSignal;
  lengthMs?: number;
  /** Called each time another recorder holds the lease. */
  onTaken?: () => void;
}): Promise<Lease | undefined> {
  const patienceMs = lengthMs + 2 * RETRY_MS;
  let refusedSinceMs: number | undefined;
  while (!signal.aborted) {
    try {
      requireCurrentSchema(await schema());
      const epoch = await takeRecorderLease(db, { holder, lengthMs });
      if (epoch !== undefined) return leaseOf({ db, epoch, lengthMs });
      onTaken?.();
      refusedSinceMs ??= performance.now();
      if (performance.now() - refusedSinceMs > patienceMs)
        throw new ExitWith(
          exitCodes.cannotCreate,
          'Another recorder is recording with this database: stop it first, or give this one a database of its own.',
        );
    } catch (err) {
      if (err instanceof ExitWith) throw err;
      refusedSinceMs = undefined;
      log.warn({ err }, 'waiting for the database');
    }
    await sleep(RETRY_MS, signal);
  }
  return undefined;
}

const leaseOf = ({ db, epoch, lengthMs }: { db: Database; epoch: number; lengthMs: number }): Lease => {
  const stopUnless = (isOurs: boolean) => {
    if (!isOurs)
      throw new ExitWith(exitCodes.unavailable, 'Another recorder has taken over the cameras: this one stops.');
  };
  return {
    epoch,
    renew: async () => stopUnless(await renewRecorderLease(db, { epoch, lengthMs })),
    beat: async (beat) => stopUnless(await beatRecorder(db, { ...beat, epoch, lengthMs })),
    async giveUp() {
      await giveUpRecorderLease(db, epoch);
    },
  };
};
