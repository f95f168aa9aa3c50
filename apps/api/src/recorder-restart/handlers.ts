import type { Routes } from '@holdfast/contract';
import { type Database, findHeartbeat, findRecorderRestart, requestRecorderRestart } from '@holdfast/db';
import { MAX_RESTART_MS } from '@holdfast/domain';
import type { Clock, Logger } from '@holdfast/kit';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { isRecorderAlive } from '../system/health.ts';

export function recorderRestartHandlers({
  db,
  clock,
  log,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
}): Handlers<Routes['recorderRestart']> {
  const show = async () => {
    const [{ requestedAt, takenAt }, heartbeat] = await Promise.all([
      findRecorderRestart(db),
      findHeartbeat(db, 'recorder'),
    ]);
    // Both by the clock of the recorder.
    const isBack = takenAt !== null && (heartbeat?.startedAt.getTime() ?? 0) >= takenAt.getTime();
    const isRecent = requestedAt !== null && clock.now() - requestedAt.getTime() < MAX_RESTART_MS;
    return { requested_at: requestedAt?.toISOString() ?? null, pending: isRecent && !isBack };
  };
  return {
    get: show,

    request: async ({ caller: { userId }, note }) => {
      if (!(await isRecorderAlive({ db, clock }))) throw new Problem('recorder-not-running');
      const state = await show();
      // A repeated request changes nothing.
      if (state.pending) return state;
      await db.transaction().execute(async (tx) => {
        const request = { requestedAt: new Date(clock.now()), requestedBy: userId };
        if (!(await requestRecorderRestart(tx, request))) return;
        await note(tx);
        log.info({ user_id: userId }, 'a restart of the recorder was requested');
      });
      return show();
    },
  };
}
