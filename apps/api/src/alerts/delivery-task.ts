import { claimDeliveries, hasPendingDeliveries } from '@holdfast/db';
import { DELIVERY_TIMEOUT_SECONDS } from '@holdfast/domain';
import { backoffMs, sleep, type Task } from '@holdfast/kit';
import type { Alerts } from './alerts.ts';
import { type DeliverDeps, deliver } from './deliver.ts';

/** New messages wake the task; a retry is late by at most this. */
const POLL_MS = 5_000;
/** The interval while nothing waits to be sent. */
const REST_MS = 60_000;
// Well beyond the request timeout and the waiting for the database: a claim only expires when its process died.
const CLAIM_MS = (DELIVERY_TIMEOUT_SECONDS + 50) * 1000;

/**
 * Sends the outbox. Each channel sends one message at a time and delays only itself. On stop, messages in flight are finished,
 * so that a restart does not send them twice.
 */
export const deliveryTask = (
  deps: Omit<DeliverDeps, 'settings'> & { alerts: Alerts },
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): Task => ({
  name: 'alert-delivery',
  run: async (signal) => {
    const { db, log, alerts } = deps;
    const inFlight = new Map<string, Promise<void>>();
    let failures = 0;
    let isWaiting = true;

    const start = ({ id, channelId }: { id: string; channelId: string }) => {
      const sending = deliver({ ...deps, settings: alerts.settings }, id)
        .catch((err: unknown) => log.error({ err, delivery_id: id }, 'a delivery failed unexpectedly'))
        .finally(() => {
          inFlight.delete(channelId);
          alerts.wake();
        });
      inFlight.set(channelId, sending);
    };

    while (!signal.aborted) {
      try {
        const nowMs = alerts.settings.clock.now();
        const claimed = await claimDeliveries(db, {
          now: new Date(nowMs),
          claimedUntil: new Date(nowMs + CLAIM_MS),
          busyChannelIds: [...inFlight.keys()],
        });
        claimed.forEach(start);
        isWaiting = inFlight.size > 0 || (await hasPendingDeliveries(db));
        failures = 0;
      } catch (err) {
        log.warn({ err }, 'cannot read the outbox');
        failures += 1;
        await sleep(backoffMs({ attempt: failures, minMs: pollMs, maxMs: 30_000 }), signal);
      }
      await alerts.nextWake(isWaiting ? pollMs : Math.max(pollMs, REST_MS), signal);
    }
    await Promise.allSettled(inFlight.values());
  },
});
