import type { Logger } from '@holdfast/kit';
import type { Pool } from 'pg';

/** Playing a damaged range fails for many files within a second; one report makes the recorder check all of them. */
const EVERY_MS = 5_000;

/** Notifies the recorder that an indexed file does not exist; the recorder decides whether footage vanished. */
export function reportMissingFootage({
  pool,
  log,
}: {
  pool: Pick<Pool, 'query'>;
  log: Logger;
}): (path: string) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (path) => {
    if (performance.now() - reportedMs < EVERY_MS) return;
    reportedMs = performance.now();
    pool.query('select pg_notify($1, $2)', ['footage_missing', path]).catch((err: unknown) => {
      log.debug({ err }, 'missing footage could not be reported');
    });
  };
}
