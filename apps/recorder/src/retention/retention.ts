import { type Database, findBelievedClock, newestFootageEnd, saveBelievedClock } from '@holdfast/db';
import { backoffMs, type Clock, type ClockGuard, createClockGuard, type Logger, sleep, type Task } from '@holdfast/kit';
import type { ReadStorages } from '../storage/storage-registry.ts';
import { type RetentionDeps, runRetentionRound } from './retention-round.ts';
import { createRolloverAlarms } from './rollover-alarms.ts';

const INTERVAL_MS = 60_000;
const MIN_PAUSE_MS = 5_000;

export interface Retention extends ClockGuard {
  task: Task;
  /** Whether a round of this process has completed. */
  hasDoneRound(): boolean;
  /** Runs a round at once, because a disk is full. */
  triggerRetention(): void;
}

export function createRetention({
  db,
  clock,
  log,
  readStorages,
  steadyMs = () => performance.now(),
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  readStorages: ReadStorages;
  steadyMs?: () => number;
}): Retention {
  const alarms = createRolloverAlarms(db);
  let clockGuard: ClockGuard | undefined;
  let wakeUp = new AbortController();
  let isWanted = false;
  let isRoundDone = false;

  // Footage is not enough: what was recorded after a step of the clock has the new time.
  const lastKnownMs = async () => ((await findBelievedClock(db)) ?? (await newestFootageEnd(db)))?.getTime();

  const deps = async (): Promise<RetentionDeps> => {
    clockGuard ??= createClockGuard({ clock, steadyMs, lastKnownMs: await lastKnownMs() });
    return { db, clock, log, readStorages, clockGuard, alarms };
  };

  const pause = async (durationMs: number, signal: AbortSignal): Promise<void> => {
    if (isWanted) return;
    wakeUp = new AbortController();
    await sleep(durationMs, AbortSignal.any([signal, wakeUp.signal]));
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      isWanted = false;
      const beganMs = steadyMs();
      try {
        const { pausesAgeRules } = await runRetentionRound(await deps(), signal);
        const nowMs = clock.now();
        if (!pausesAgeRules && !clockGuard?.pausesAgeRules()) await saveBelievedClock(db, new Date(nowMs));
        failures = 0;
        isRoundDone = true;
      } catch (err) {
        if (signal.aborted) return;
        failures += 1;
        log.error({ err, failures }, 'retention round failed, will run again');
      }
      const waitMs =
        failures > 0 ? backoffMs({ attempt: failures, minMs: MIN_PAUSE_MS, maxMs: INTERVAL_MS }) : INTERVAL_MS;
      await pause(waitMs, signal);
      // Freed space may be reported late; a round that runs too early would delete more than necessary.
      if (isWanted) await sleep(Math.max(0, MIN_PAUSE_MS - (steadyMs() - beganMs)), signal);
    }
  };

  return {
    task: { name: 'retention', run },
    hasDoneRound: () => isRoundDone,
    // The clock is unknown before the first round.
    pausesAgeRules: () => clockGuard?.pausesAgeRules() ?? true,
    triggerRetention: () => {
      isWanted = true;
      wakeUp.abort();
    },
  };
}
