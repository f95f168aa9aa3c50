import { type Database, hasSystemEventSince } from '@holdfast/db';
import { reasonCode, reasonText } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';
import type { Alerts } from '../alerts/alerts.ts';
import type { DetectorSubscription } from './detector-subscription.ts';

const INTERVAL_MS = 10_000;
const WITHOUT_DETECTOR_MS = 60_000;
/** A restart of the broker is not worth an alert. */
const PATIENCE_MS = 60_000;

/** Raises one event for each time that the detector stays disconnected. */
export const detectorAlarm = ({
  db,
  clock,
  log,
  alerts,
  subscription,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  alerts: Alerts;
  subscription: DetectorSubscription;
}): Task => {
  const check = async () => {
    const failedSinceMs = subscription.failedSinceMs();
    if (failedSinceMs === undefined || clock.now() - failedSinceMs < PATIENCE_MS) return;
    const since = new Date(failedSinceMs);
    const state = subscription.state();
    const reason = state?.kind === 'failed' ? state.reason : reasonCode('detector-silent');
    const isNew = await db.transaction().execute(async (tx) => {
      if (await hasSystemEventSince(tx, 'detector_disconnected', since)) return false;
      await alerts.raise(tx, {
        eventKey: 'detector_disconnected',
        detail: `The external detector is not connected. ${reasonText(reason)}`,
        cameraId: null,
        tsMs: clock.now(),
        data: { reason, since: since.toISOString() },
        plateReadId: null,
      });
      return true;
    });
    if (isNew) alerts.wake();
  };
  return every('detector-watch', () => (subscription.state() ? INTERVAL_MS : WITHOUT_DETECTOR_MS), check, { log });
};
