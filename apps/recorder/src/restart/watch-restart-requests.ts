import { type Database, takeRecorderRestart } from '@holdfast/db';
import { type Clock, ExitWith, exitCodes, type Logger, type Task, type WakeUp } from '@holdfast/kit';

/** A request is notified; this is for one whose notification was lost. */
const INTERVAL_MS = 60_000;

/**
 * Ends the process with its own exit code when an administrator asked for a restart. Whoever started it starts it again: the
 * launcher, a container's restart policy, or a service manager. A request from before this start is fulfilled by it.
 */
export const watchRestartRequests = ({
  db,
  clock,
  log,
  startedAt,
  requested,
  intervalMs = INTERVAL_MS,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Start of this process. */
  startedAt: Date;
  /** Woken when there may be a request. */
  requested: Pick<WakeUp, 'sleep'>;
  intervalMs?: number;
}): Task => {
  /** Undefined while the database is away. */
  const take = (at: Date) =>
    takeRecorderRestart(db, at).catch((err: unknown) => {
      log.debug({ err }, 'cannot look for restart requests');
      return undefined;
    });
  return {
    name: 'restart-requests',
    run: async (signal) => {
      let areOldOnesTaken = false;
      while (!signal.aborted) {
        const taken = await take(areOldOnesTaken ? new Date(clock.now()) : startedAt);
        if (taken && areOldOnesTaken)
          throw new ExitWith(exitCodes.restart, 'The recorder restarts because an administrator asked for it.');
        areOldOnesTaken ||= taken !== undefined;
        await requested.sleep(intervalMs, signal);
      }
    },
  };
};
