import { type Database, hasSystemEventSince, lockHeartbeat } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';

/** Longer than a restart with its pause takes. */
const OFFLINE_MS = 60_000;

/**
 * Looks whether the recorder lives: one that has died cannot tell so itself. Its silence is measured from when its last beat
 * was first seen, by a clock that nobody sets: after a power cut, or while the database was away, it had nobody to tell.
 */
export function createRecorderWatch({
  db,
  alerts,
  clock,
  ticksMs = () => performance.now(),
}: {
  db: Database;
  alerts: Alerts;
  clock: Clock;
  ticksMs?: () => number;
}) {
  let heard: { beatMs: number | undefined; sinceMs: number } | undefined;

  const look = () =>
    db.transaction().execute(async (tx) => {
      const beatAt = (await lockHeartbeat(tx, 'recorder'))?.beatAt;
      if (heard === undefined || heard.beatMs !== beatAt?.getTime())
        heard = { beatMs: beatAt?.getTime(), sinceMs: ticksMs() };
      if (ticksMs() - heard.sinceMs <= OFFLINE_MS) return false;
      // One silence is told once, also when we are restarted in the middle of it.
      if (await hasSystemEventSince(tx, 'recorder_offline', beatAt ?? new Date(0))) return false;
      const alert = { eventKey: 'recorder_offline', detail: 'The recorder is not running.' } as const;
      await alerts.raise(tx, { ...alert, cameraId: null, tsMs: clock.now(), data: {}, plateReadId: null });
      return true;
    });

  return async (): Promise<void> => {
    try {
      if (await look()) alerts.wake();
    } catch (err) {
      // Nobody's heart is heard while the database is away.
      heard = undefined;
      throw err;
    }
  };
}
