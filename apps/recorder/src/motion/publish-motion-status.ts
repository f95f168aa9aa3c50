import { type Database, replaceMotionSources } from '@holdfast/db';
import { every, type Logger, type Task } from '@holdfast/kit';
import type { SourceReport } from './motion-cameras.ts';

const INTERVAL_MS = 2_000;
const WITHOUT_SOURCES_MS = 5_000;

/** Publishes the state of the motion sources when it has changed. */
export const publishMotionStatus = ({
  db,
  reports,
  log,
}: {
  db: Database;
  reports: () => SourceReport[];
  log: Logger;
}): Task => {
  let written: string | undefined;
  const write = async () => {
    const rows = reports().map(({ sinceMs, ...report }) => ({ ...report, since: new Date(sinceMs) }));
    const text = JSON.stringify(rows);
    if (text === written) return;
    await db.transaction().execute((tx) => replaceMotionSources(tx, rows));
    written = text;
  };
  const intervalMs = () => (reports().length > 0 ? INTERVAL_MS : WITHOUT_SOURCES_MS);
  return every('motion-status', intervalMs, write, { log, maxBackoffMs: 5_000, isLight: true });
};
