import { type Database, endRecorderSession, insertRecorderSession } from '@holdfast/db';
import { type Clock, ExitWith, every, type Logger, SHARED_STEP_MS, sleep, toWholeSecond } from '@holdfast/kit';
import type { Lease } from './take-lease.ts';

export interface BeatTiming {
  beatMs: number;
  /** A process whose timers are late by this was frozen. */
  frozenMs: number;
}

const defaultTiming: BeatTiming = { beatMs: 5_000, frozenMs: 10_000 };

/**
 * The heartbeat: renews the lease, updates the recorder's status row and extends its session in the ledger.
 * Ends with ExitWith when the recorder was fenced; an unreachable database does not stop it. A process that was frozen has
 * recorded nothing meanwhile, so its session ends where it froze and another one begins.
 */
export async function keepLease({
  db,
  lease,
  clock,
  log,
  version,
  startedAt,
  signal,
  isRestart = () => false,
  hasStreams = () => true,
  timing = defaultTiming,
}: {
  db: Database;
  lease: Lease;
  clock: Clock;
  log: Logger;
  version: string;
  /** Start of the process, which may be earlier than the lease. */
  startedAt: Date;
  signal: AbortSignal;
  /** Whether it stops because a user asked for a restart. */
  isRestart?: () => boolean;
  /** Whether footage depends on when the process froze; if so, that is checked more often. */
  hasStreams?: () => boolean;
  timing?: BeatTiming;
}): Promise<void> {
  let sessionId: number | undefined;
  let sessionStartedAt = startedAt;
  let frozeAt: Date | undefined;
  let seen = { tickMs: performance.now(), at: new Date(clock.now()) };
  // Separate from the heartbeats, which also wait for the database.
  const watch = () => {
    const now = { tickMs: performance.now(), at: new Date(clock.now()) };
    if (now.tickMs - seen.tickMs > timing.beatMs + timing.frozenMs) {
      log.warn('the recorder was frozen, nothing was recorded meanwhile');
      frozeAt ??= seen.at;
      sessionStartedAt = now.at;
    }
    seen = now;
  };
  const watchMs = () => (hasStreams() ? timing.beatMs / 5 : timing.beatMs);
  const watching = every('freeze-watch', watchMs, watch, { log, isLight: true }).run(signal);
  while (!signal.aborted) {
    try {
      if (sessionId === undefined || frozeAt !== undefined) {
        await lease.renew();
        if (frozeAt !== undefined && sessionId !== undefined)
          await endRecorderSession(db, sessionId, { endedAt: frozeAt, restart: false });
        frozeAt = undefined;
        sessionId = undefined;
        sessionId = await insertRecorderSession(db, sessionStartedAt);
      }
      await lease.beat({ sessionId, startedAt, beatAt: new Date(clock.now()), version });
    } catch (err) {
      if (err instanceof ExitWith) throw err;
      log.warn({ err }, 'cannot renew the lease, recording continues');
    }
    await sleep(toWholeSecond(timing.beatMs, performance.now(), SHARED_STEP_MS), signal);
  }
  await watching;
  if (sessionId !== undefined)
    await endRecorderSession(db, sessionId, { endedAt: new Date(clock.now()), restart: isRestart() }).catch(
      (err: unknown) => log.warn({ err }, 'could not write the end of this recorder session'),
    );
}
