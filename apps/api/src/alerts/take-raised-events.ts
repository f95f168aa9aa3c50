import { type Database, takeRaisedEvents } from '@holdfast/db';
import { isAlertEventKey } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';

const BATCH = 100;

interface Deps {
  db: Database;
  alerts: Alerts;
  log: Logger;
}

/** The events that the recorder raised become system events and alerts here, each exactly once. */
export async function takeRaised(deps: Deps): Promise<number> {
  const taken = await takeBatch(deps);
  return taken < BATCH ? taken : taken + (await takeRaised(deps));
}

async function takeBatch({ db, alerts, log }: Deps): Promise<number> {
  const taken = await db.transaction().execute(async (tx) => {
    const events = (await takeRaisedEvents(tx, BATCH)).sort((a, b) => a.order - b.order);
    for (const { eventKey, cameraId, detail, data, ts } of events) {
      if (!isAlertEventKey(eventKey)) {
        log.error({ event_key: eventKey }, 'an event of an unknown kind was raised and is dropped');
        continue;
      }
      await alerts.raise(tx, { eventKey, cameraId, tsMs: ts.getTime(), detail, data, plateReadId: null });
    }
    return events.length;
  });
  if (taken > 0) alerts.wake();
  return taken;
}
