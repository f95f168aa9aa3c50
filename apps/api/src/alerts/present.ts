import { reasonBody } from '@holdfast/contract';
import type { AlertRuleRow, ChannelRow, listDeliveries } from '@holdfast/db';
import { isLocalHost, placeholdersOf, reasonText } from '@holdfast/domain';
import { presentEventWords } from './event-words.ts';
import { requireEventKey } from './rule-of.ts';

const receiverOf = (baseUrl: string) => {
  const { host, hostname } = new URL(baseUrl);
  return { host, is_private: isLocalHost(hostname) };
};

export const presentChannel = (channel: ChannelRow) => ({
  id: channel.id,
  name: channel.name,
  kind: channel.kind,
  enabled: channel.enabled,
  base_url: channel.baseUrl,
  target: channel.target,
  has_secret: channel.secret !== null,
  attach_image: channel.attachImage,
  attach_clip: channel.attachClip,
  plates_outside_confirmed: channel.platesOutsideConfirmed,
  receiver: receiverOf(channel.baseUrl),
  owner_user_id: channel.ownerUserId,
  created_at: channel.createdAt.toISOString(),
});

export function presentRule(rule: AlertRuleRow) {
  const eventKey = requireEventKey(rule.eventKey);
  return {
    event_key: eventKey,
    enabled: rule.enabled,
    cooldown_seconds: rule.cooldownSeconds,
    quiet_start: rule.quietStart,
    quiet_end: rule.quietEnd,
    quiet_days: rule.quietDays,
    snoozed_until: rule.snoozedUntil?.toISOString() ?? null,
    bypass_quiet_hours: rule.bypassQuietHours,
    title_template: rule.titleTemplate,
    body_template: rule.bodyTemplate,
    placeholders: [...placeholdersOf(eventKey)],
  };
}

type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

export const presentDelivery = (delivery: DeliveryRow) => ({
  id: delivery.id,
  system_event_id: delivery.systemEventId,
  event_key: delivery.eventKey,
  camera_id: delivery.cameraId,
  camera_name: delivery.cameraName,
  ...presentEventWords(delivery),
  channel: { id: delivery.channelId, name: delivery.channelName, kind: delivery.channelKind },
  state: delivery.state,
  failed_tries: delivery.failedTries,
  next_try_at: delivery.nextTryAt?.toISOString() ?? null,
  last_error: delivery.lastError === null ? null : reasonText(delivery.lastError),
  last_error_reason: reasonBody(delivery.lastError),
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
});
