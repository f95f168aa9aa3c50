import { type Logger, sleep, type Task, toWholeSecond, type WarningLog } from '@holdfast/kit';
import type { Database } from './connect.ts';
import type { SchemaState } from './migrate.ts';
import { deleteOldWarnings, insertWarnings, type WarningProcess } from './repositories/warnings.ts';

/** Interval between two writes. A warning that is repeated within it becomes one row. */
const INTERVAL_MS = 5_000;

/** Writes the warnings of this process to the database, including the last ones before it ends. */
export const keepWarnings = ({
  db,
  schema,
  process,
  warnings,
  log,
}: {
  db: Database;
  /** Nothing is written to a database of another version. */
  schema: () => Promise<SchemaState>;
  process: WarningProcess;
  warnings: WarningLog;
  log: Logger;
}): Task => {
  let isCurrent = false;
  const write = async () => {
    try {
      isCurrent ||= (await schema()).kind === 'current';
      if (!isCurrent) return;
      await warnings.flush(async (batch) => {
        await insertWarnings(db, process, batch);
        await deleteOldWarnings(db, process);
      });
    } catch (err) {
      // Logged at a level that is not stored, or each failure would cause the next attempt.
      log.debug({ err }, 'warnings cannot be written yet');
    }
  };
  return {
    name: 'warnings',
    run: async (signal) => {
      while (!signal.aborted) {
        await warnings.waitForWarning(signal);
        await write();
        await sleep(toWholeSecond(INTERVAL_MS), signal);
      }
      await write();
    },
  };
};
