import {
  type Database,
  type DeliveryJob,
  findAlertRule,
  findDeliveryJob,
  finishDelivery,
  postponeDelivery,
} from '@holdfast/db';
import { alertPictureForms, nextTry, type Reason, reasonCode, reasonText } from '@holdfast/domain';
import { backoffMs, type Logger, type SecretBox, sleep } from '@holdfast/kit';
import type { AlertImages } from './alert-images.ts';
import type { AlertSettings } from './alert-settings.ts';
import type { OutgoingRequest } from './channels/channel.ts';
import { channelKinds } from './channels/channel-kinds.ts';
import { composeMessage } from './compose-message.ts';
import { openChannel, UNREADABLE_SECRET } from './open-channel.ts';
import type { Post, PostResult } from './post.ts';
import { requireEventKey, ruleRowOf } from './rule-of.ts';

export interface DeliverDeps {
  db: Database;
  log: Logger;
  secrets: SecretBox;
  settings: AlertSettings;
  post: Post;
  imagesOf: AlertImages;
}

type Undeliverable = { kind: 'undeliverable'; reason: Reason };
type Prepared = { kind: 'request'; request: OutgoingRequest } | Undeliverable;
type Sent = Exclude<PostResult, { kind: 'outside' }> | Undeliverable;

/** One attempt of a claimed delivery, with its result. */
export async function deliver(deps: DeliverDeps, deliveryId: string): Promise<void> {
  const job = await findDeliveryJob(deps.db, deliveryId);
  if (!job) return;
  const result = await send(deps, job);
  await record(deps, { deliveryId, job, result });
}

async function send(deps: DeliverDeps, job: DeliveryJob): Promise<Sent> {
  const prepared = await prepare(deps, job, { hasImage: true });
  if (prepared.kind === 'undeliverable') return prepared;
  const sent = await deps.post(prepared.request);
  if (sent.kind !== 'outside') return sent;
  // Without the picture: no administrator has confirmed that it may leave.
  const bare = await prepare(deps, job, { hasImage: false });
  if (bare.kind === 'undeliverable') return bare;
  const again = await deps.post(bare.request);
  return again.kind === 'outside' ? { kind: 'undeliverable', reason: reasonCode('delivery-receiver-outside') } : again;
}

async function prepare(deps: DeliverDeps, job: DeliveryJob, { hasImage }: { hasImage: boolean }): Promise<Prepared> {
  const { db, secrets, settings } = deps;
  const { channel, event } = job;
  if (!channel.enabled) return { kind: 'undeliverable', reason: reasonCode('delivery-channel-off') };
  if (!job.mayReceive) return { kind: 'undeliverable', reason: reasonCode('delivery-owner-without-access') };
  const open = openChannel(channel, secrets);
  if (!open) return { kind: 'undeliverable', reason: UNREADABLE_SECRET };
  const eventKey = requireEventKey(event.eventKey);
  const rule = ruleRowOf(eventKey, await findAlertRule(db, eventKey));
  const { compose, maxImageBytes } = channelKinds[channel.kind];
  const image =
    hasImage && event.plateReadId !== null
      ? await deps.imagesOf(event.plateReadId, alertPictureForms(channel), { maxBytes: maxImageBytes })
      : null;
  const request = await compose(open, composeMessage({ eventKey, rule, event, settings, image }));
  return { kind: 'request', request: { ...request, staysInside: image !== null && !channel.platesOutsideConfirmed } };
}

const RECORD_TRIES = 6;

/**
 * The result must reach the database, or the message would be sent again when the claim expires: waits for a database that is
 * briefly unavailable.
 */
async function record(
  deps: DeliverDeps,
  outcome: { deliveryId: string; job: DeliveryJob; result: Sent },
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await recordOnce(deps, outcome);
    } catch (err) {
      if (attempt + 1 >= RECORD_TRIES) throw err;
      await sleep(backoffMs({ attempt, minMs: 200, maxMs: 5_000 }));
    }
  }
}

async function recordOnce(
  { db, log, settings }: DeliverDeps,
  { deliveryId, job, result }: { deliveryId: string; job: DeliveryJob; result: Sent },
): Promise<void> {
  const nowMs = settings.clock.now();
  const finishedAt = new Date(nowMs);
  const { failedTries } = job;
  if (result.kind === 'ok') {
    await finishDelivery(db, deliveryId, { state: 'delivered', failedTries, lastError: null, finishedAt });
    return;
  }
  const failed = failedTries + 1;
  log.warn(
    { channel: job.channel.name, kind: job.channel.kind, failed_tries: failed, reason: reasonText(result.reason) },
    'an alert was not delivered',
  );
  const next =
    result.kind === 'undeliverable'
      ? ({ kind: 'give-up' } as const)
      : nextTry({
          failedTries: failed,
          nowMs,
          jitter: Math.random(),
          ...(result.retryAfterSeconds !== undefined && { retryAfterSeconds: result.retryAfterSeconds }),
        });
  if (next.kind === 'give-up')
    await finishDelivery(db, deliveryId, {
      state: 'failed',
      failedTries: failed,
      lastError: result.reason,
      finishedAt,
    });
  else
    await postponeDelivery(db, deliveryId, {
      failedTries: failed,
      lastError: result.reason,
      nextTryAt: new Date(next.atMs),
    });
}
