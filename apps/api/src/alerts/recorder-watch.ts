import { type Database, findHeartbeat, hasSystemEventSince, lockHeartbeat } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';

/** Longer than a restart and its pause take. */
const OFFLINE_MS = 60_000;

/**
 * Watches the heartbeat of the recorder, which cannot report its own death. The time without a heartbeat is measured by a
 * monotonic clock from when the last one was first seen: after a power cut, or while the database was unavailable, the recorder
 * could not write any.
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
  let lastBeat: { beatMs: number | undefined; sinceMs: number } | undefined;

  const isSilent = async (): Promise<boolean> => {
    const beatMs = (await findHeartbeat(db, 'recorder'))?.beatAt.getTime();
    if (lastBeat === undefined || lastBeat.beatMs !== beatMs) lastBeat = { beatMs, sinceMs: ticksMs() };
    return ticksMs() - lastBeat.sinceMs > OFFLINE_MS;
  };
  const raise = () =>
    db.transaction().execute(async (tx) => {
      const beatAt = (await lockHeartbeat(tx, 'recorder'))?.beatAt;
      if (beatAt?.getTime() !== lastBeat?.beatMs) return false;
      // Reported once, also when this process is restarted in the meantime.
      if (await hasSystemEventSince(tx, 'recorder_offline', beatAt ?? new Date(0))) return false;
      const alert = { eventKey: 'recorder_offline', detail: 'The recorder is not running.' } as const;
      await alerts.raise(tx, { ...alert, cameraId: null, tsMs: clock.now(), data: {}, plateReadId: null });
      return true;
    });

  return async (): Promise<void> => {
    try {
      if ((await isSilent()) && (await raise())) alerts.wake();
    } catch (err) {
      // No heartbeats can arrive while the database is unavailable.
      lastBeat = undefined;
      throw err;
    }
  };
}
