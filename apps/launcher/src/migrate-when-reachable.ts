import { databaseFault, MigrationRefused, migrate } from '@holdfast/db';
import { backoffMs, ExitWith, exitCodes, type Logger, redactUrls, sleep } from '@holdfast/kit';

/** Brings the schema up to date as soon as the database answers. A database that is away is waited for, one that does not fit is refused. */
export const migrateWhenReachable = async (options: {
  connectionString: string;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> => {
  const { connectionString, log, signal } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const { applied } = await migrate({ connectionString });
      if (applied.length > 0) log.info({ applied }, 'brought the database up to date');
      return;
    } catch (err) {
      const message = redactUrls(err instanceof Error ? err.message || String(err) : String(err));
      if (err instanceof MigrationRefused) throw new ExitWith(exitCodes.badConfig, message);
      if (databaseFault(err).kind !== 'unavailable')
        throw new ExitWith(exitCodes.badConfig, `The database cannot be used: ${message}`);
      const delayMs = backoffMs({ attempt, minMs: 500, maxMs: 10_000 });
      log.warn({ reason: message, retry_in_ms: delayMs }, 'waiting for the database');
      await sleep(delayMs, signal);
    }
  }
};
