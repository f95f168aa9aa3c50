import { claimDeliveries } from '@holdfast/db';
import { DELIVERY_TIMEOUT_SECONDS } from '@holdfast/domain';
import { backoffMs, sleep, type Task } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';
import { type DeliverDeps, deliver } from './deliver.ts';

/** New messages wake it; a message that is tried again comes late by at most this. */
const LOOK_MS = 5_000;
// Well past the timeout and the waiting for the database: a claim only ever runs out because its process died.
const CLAIM_MS = (DELIVERY_TIMEOUT_SECONDS + 50) * 1000;

/**
 * Empties the outbox. Each channel has one message on its way at a time and waits only for itself; when told to stop,
 * what is on its way is finished, so that no restart sends it twice.
 */
export const deliveryTask = (
  deps: Omit<DeliverDeps, 'settings'> & { alerts: Alerts },
  { lookMs = LOOK_MS }: { lookMs?: number } = {},
): Task => ({
  name: 'alert-delivery',
  run: async (signal) => {
    const { db, log, alerts } = deps;
    const onTheirWay = new Map<string, Promise<void>>();
    let failures = 0;

    const start = ({ id, channelId }: { id: string; channelId: string }) => {
      const sending = deliver({ ...deps, settings: alerts.settings }, id)
        .catch((err: unknown) => log.error({ err, delivery_id: id }, 'a delivery broke off'))
        .finally(() => {
          onTheirWay.delete(channelId);
          alerts.wake();
        });
      onTheirWay.set(channelId, sending);
    };

    while (!signal.aborted) {
      try {
        const nowMs = alerts.settings.clock.now();
        const claimed = await claimDeliveries(db, {
          now: new Date(nowMs),
          claimedUntil: new Date(nowMs + CLAIM_MS),
          busyChannelIds: [...onTheirWay.keys()],
        });
        claimed.forEach(start);
        failures = 0;
      } catch (err) {
        log.warn({ err }, 'cannot look into the outbox');
        failures += 1;
        await sleep(backoffMs({ attempt: failures, minMs: lookMs, maxMs: 30_000 }), signal);
      }
      await alerts.nextWake(lookMs, signal);
    }
    await Promise.allSettled(onTheirWay.values());
  },
});
