import { type Database, hasSystemEventSince, lockHeartbeat } from '@holdfast/db';
import { isRecorderOffline } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';

/** Looks whether the recorder lives: one that has died cannot tell so itself. */
export function createRecorderWatch({ db, alerts, clock }: { db: Database; alerts: Alerts; clock: Clock }) {
  let listeningSinceMs: number | undefined;
  return async (): Promise<void> => {
    try {
      const nowMs = clock.now();
      listeningSinceMs ??= nowMs;
      const sinceMs = listeningSinceMs;
      const isRaised = await db.transaction().execute(async (tx) => {
        const beatAt = (await lockHeartbeat(tx, 'recorder'))?.beatAt;
        if (!isRecorderOffline({ nowMs, beatMs: beatAt?.getTime(), listeningSinceMs: sinceMs })) return false;
        // One silence is told once, also when we are restarted in the middle of it.
        if (await hasSystemEventSince(tx, 'recorder_offline', beatAt ?? new Date(0))) return false;
        const alert = { eventKey: 'recorder_offline', detail: 'The recorder is not running.' } as const;
        await alerts.raise(tx, { ...alert, cameraId: null, tsMs: nowMs, data: {}, plateReadId: null });
        return true;
      });
      if (isRaised) alerts.wake();
    } catch (err) {
      // Nobody's heart is heard while the database is away.
      listeningSinceMs = undefined;
      throw err;
    }
  };
}
