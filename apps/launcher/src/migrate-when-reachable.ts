import { type DatabaseFault, databaseFault, MigrationRefused, migrate } from '@holdfast/db/server';
import { backoffMs, ExitWith, exitCodes, type Logger, redactUrls, sleep } from '@holdfast/kit';

interface MigrationOptions {
  connectionString: string;
  /** Its name for the operator. */
  name: string;
  log: Logger;
  signal: AbortSignal;
  /** Called at least once when the database is unavailable or slow. */
  onDelay?: () => void;
}

/** A host that drops our packets counts as unavailable long before the connection fails. */
const SLOW_MS = 5_000;

const temporaryFaults: ReadonlySet<string> = new Set<DatabaseFault['kind']>(['unavailable', 'busy']);

/** Updates the schema as soon as the database is reachable. Waits for an unavailable database, refuses an incompatible one. */
export const migrateWhenReachable = async (options: MigrationOptions): Promise<void> => {
  const { onDelay = () => {} } = options;
  const slow = setTimeout(onDelay, SLOW_MS);
  try {
    await migrateOnAnswer({ ...options, onDelay });
  } finally {
    clearTimeout(slow);
  }
};

const migrateOnAnswer = async (options: Required<MigrationOptions>): Promise<void> => {
  const { connectionString, name, log, signal, onDelay } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const { applied } = await migrate({ connectionString });
      if (applied.length === 0) return;
      log.debug({ applied }, 'applied migrations');
      log.info({ migrations: applied.length }, 'updated the database schema');
      return;
    } catch (err) {
      const message = redactUrls(err instanceof Error ? err.message || String(err) : String(err));
      if (err instanceof MigrationRefused) throw new ExitWith(exitCodes.badConfig, message);
      if (!temporaryFaults.has(databaseFault(err).kind))
        throw new ExitWith(exitCodes.badConfig, `${name} cannot be used: ${message}`);
      onDelay();
      const delayMs = backoffMs({ attempt, minMs: 500, maxMs: 10_000 });
      log.warn({ reason: message, retry_in_ms: delayMs }, 'waiting for the database');
      await sleep(delayMs, signal);
    }
  }
};
