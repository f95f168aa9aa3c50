import { type Database, findBelievedClock } from '@holdfast/db';
import { type Clock, type ClockGuard, createClockGuard, type Logger } from '@holdfast/kit';

type Prune = (signal: AbortSignal) => Promise<unknown>;

/**
 * For tasks that delete by age: with a clock that jumped ahead everything would look old. They pause as the rules for the
 * age of footage do.
 */
export function whileClockIsTrusted({
  db,
  clock,
  log,
  steadyMs = () => performance.now(),
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  steadyMs?: () => number;
}): (prune: Prune) => (signal: AbortSignal) => Promise<void> {
  let guard: ClockGuard | undefined;
  return (prune) => async (signal) => {
    guard ??= createClockGuard({ clock, steadyMs, lastKnownMs: (await findBelievedClock(db))?.getTime() });
    if (guard.pausesAgeRules()) log.warn('the clock has jumped ahead: nothing is deleted by its age for an hour');
    else await prune(signal);
  };
}
