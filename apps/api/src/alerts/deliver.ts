import {
  type Database,
  type DeliveryJob,
  findAlertRule,
  findDeliveryJob,
  finishDelivery,
  postponeDelivery,
} from '@holdfast/db';
import { nextTry } from '@holdfast/domain';
import { backoffMs, type Logger, type SecretBox, sleep } from '@holdfast/kit';
import type { AlertSettings } from './alert-settings.ts';
import type { OutgoingRequest } from './channels/channel.ts';
import { channelKinds } from './channels/channel-kinds.ts';
import { composeMessage } from './compose-message.ts';
import { openChannel, UNREADABLE_SECRET } from './open-channel.ts';
import type { Post, PostResult } from './post.ts';
import { requireEventKey, ruleRowOf } from './rule-of.ts';

export type AlertPicture = { kind: 'ok'; jpeg: Buffer } | { kind: 'none' } | { kind: 'failed'; reason: string };

export interface DeliverDeps {
  db: Database;
  log: Logger;
  secrets: SecretBox;
  settings: AlertSettings;
  post: Post;
  /** The picture for an alert. */
  pictureOf(plateReadId: string): Promise<AlertPicture>;
}

type Prepared = { kind: 'request'; request: OutgoingRequest } | { kind: 'pointless'; reason: string };

/** One attempt of a claimed delivery, with its result. */
export async function deliver(deps: DeliverDeps, deliveryId: string): Promise<void> {
  const job = await findDeliveryJob(deps.db, deliveryId);
  if (!job) return;
  const prepared = await prepare(deps, job);
  if (prepared.kind === 'pointless') return record(deps, { deliveryId, job, result: prepared });
  await record(deps, { deliveryId, job, result: await deps.post(prepared.request) });
}

async function prepare(deps: DeliverDeps, job: DeliveryJob): Promise<Prepared> {
  const { db, secrets, settings } = deps;
  const { channel, event } = job;
  if (!channel.enabled) return { kind: 'pointless', reason: 'The channel was turned off.' };
  if (!job.mayReceive) return { kind: 'pointless', reason: 'The owner of the channel may not see this any more.' };
  const open = openChannel(channel, secrets);
  if (!open) return { kind: 'pointless', reason: UNREADABLE_SECRET };
  const eventKey = requireEventKey(event.eventKey);
  const rule = ruleRowOf(eventKey, await findAlertRule(db, eventKey));
  const imageJpeg = channel.attachImage ? await imageOf(deps, event.plateReadId) : null;
  const message = composeMessage({ eventKey, rule, event, settings, imageJpeg });
  return { kind: 'request', request: await channelKinds[channel.kind].compose(open, message) };
}

/** An alert without its picture is better than none. */
async function imageOf({ pictureOf, log }: DeliverDeps, plateReadId: string | null): Promise<Buffer | null> {
  if (plateReadId === null) return null;
  const picture = await pictureOf(plateReadId);
  if (picture.kind === 'failed')
    log.warn({ plate_read_id: plateReadId, reason: picture.reason }, 'an alert has no picture');
  return picture.kind === 'ok' ? picture.jpeg : null;
}

const RECORD_TRIES = 6;

/**
 * The result must reach the database, or the message would be sent again when the claim expires: waits for a database that is
 * briefly unavailable.
 */
async function record(
  deps: DeliverDeps,
  outcome: { deliveryId: string; job: DeliveryJob; result: PostResult | Extract<Prepared, { kind: 'pointless' }> },
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
  {
    deliveryId,
    job,
    result,
  }: { deliveryId: string; job: DeliveryJob; result: PostResult | Extract<Prepared, { kind: 'pointless' }> },
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
    { channel_id: job.channel.id, kind: job.channel.kind, failed_tries: failed, reason: result.reason },
    'an alert was not delivered',
  );
  const next =
    result.kind === 'pointless'
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
