import {
  ALERT_CHANNELS,
  ALERT_COOLDOWN_SECONDS,
  ALERT_EVENT_KEYS,
  clipPictures,
  MAX_TEMPLATE_LENGTH,
} from '@holdfast/domain';
import { Type } from 'typebox';
import { Cursor, Limit, Page } from './pages.ts';
import { AnyObject } from './plates.ts';
import { ReasonBody } from './reason.ts';
import { noContent, route } from './route.ts';
import { Name, Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const ById = Strict({ id: Uuid });
const EventKey = OneOf(ALERT_EVENT_KEYS);
const Template = Type.String({ maxLength: MAX_TEMPLATE_LENGTH });
const LocalTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

const editable = {
  name: Name,
  enabled: Type.Boolean(),
  /** Null means the service's own address; ntfy and the generic webhook have none and must name their own. */
  base_url: Nullable(Type.String({ minLength: 1, maxLength: 2048 })),
  /** Discord: webhook id. Telegram: chat. Pushover: user key. ntfy: topic. Slack and webhook: none. */
  target: Nullable(Type.String({ minLength: 1, maxLength: 200 })),
  /** Discord: webhook token. Slack: the path after /services/. Telegram: bot token. Pushover: application token. ntfy: access token. Webhook: signing key. */
  secret: Nullable(Type.String({ minLength: 1, maxLength: 1000 })),
  /** The picture of a plate, cut from the footage. */
  attach_image: Type.Boolean(),
  /**
   * A still or animated picture of the clip that belongs to the alert. It is sent instead of the picture of the plate,
   * and the alert waits up to 15 s for its footage.
   */
  attach_clip: OneOf(clipPictures),
  /** An administrator confirmed that pictures of plates may be sent to `receiver`, although it is outside private networks; until then they are left out. Another host has to be confirmed again. */
  plates_outside_confirmed: Type.Boolean(),
  /** Owner; only events that this user may see are sent. Null sends all events. */
  owner_user_id: Nullable(Uuid),
};

const AlertChannel = Strict(
  {
    id: Uuid,
    name: Type.String(),
    kind: OneOf(ALERT_CHANNELS),
    enabled: Type.Boolean(),
    base_url: Type.String(),
    target: Nullable(Type.String()),
    /** The secret itself is never returned. */
    has_secret: Type.Boolean(),
    attach_image: Type.Boolean(),
    attach_clip: OneOf(clipPictures),
    plates_outside_confirmed: Type.Boolean(),
    /** The host that gets messages and pictures. */
    receiver: Strict({
      host: Type.String(),
      /** Judged by its name; when a message is sent, its address decides. */
      is_private: Type.Boolean(),
    }),
    owner_user_id: Nullable(Uuid),
    created_at: Timestamp,
  },
  { $id: 'AlertChannel' },
);

const rule = {
  enabled: Type.Boolean(),
  cooldown_seconds: Type.Integer({ minimum: ALERT_COOLDOWN_SECONDS.min, maximum: ALERT_COOLDOWN_SECONDS.max }),
  /** Local time of RECORDER_TZ; both or neither. A start after the end wraps midnight. */
  quiet_start: Nullable(LocalTime),
  quiet_end: Nullable(LocalTime),
  /** The days on which quiet hours begin, Monday first: `1111100` is from Monday to Friday. */
  quiet_days: Type.String({ pattern: '^[01]{7}$' }),
  /** The alert is muted until then; at most 30 days ahead. */
  snoozed_until: Nullable(Timestamp),
  bypass_quiet_hours: Type.Boolean(),
  title_template: Template,
  body_template: Template,
};

const AlertRule = Strict(
  {
    event_key: EventKey,
    ...rule,
    /** Placeholders of the templates, as {{name}}. */
    placeholders: Type.Array(Type.String()),
  },
  { $id: 'AlertRule' },
);

const AlertSnooze = Strict(
  {
    /** All alerts are muted until then; at most 30 days ahead. */
    snoozed_until: Nullable(Timestamp),
  },
  { $id: 'AlertSnooze' },
);

const AlertDelivery = Strict(
  {
    id: Uuid,
    system_event_id: Uuid,
    event_key: Type.String(),
    camera_id: Nullable(Uuid),
    /** May be a removed camera. */
    camera_name: Nullable(Type.String()),
    detail: Type.String(),
    /** Of the system event. */
    data: AnyObject,
    /** The cause of the event in `data.reason` as a code with values. */
    reason: Nullable(ReasonBody),
    channel: Strict({ id: Uuid, name: Type.String(), kind: OneOf(ALERT_CHANNELS) }),
    state: OneOf(['pending', 'delivered', 'failed']),
    failed_tries: Type.Integer(),
    next_try_at: Nullable(Timestamp),
    last_error: Nullable(Type.String()),
    /** `last_error` as a code with values. */
    last_error_reason: Nullable(ReasonBody),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  { $id: 'AlertDelivery' },
);

export const alerts = {
  listChannels: route({
    method: 'GET',
    path: '/config/notifications/channels',
    access: 'admin',
    summary: 'All notification channels by name',
    reply: Strict({ items: Type.Array(AlertChannel) }),
  }),
  createChannel: route({
    method: 'POST',
    path: '/config/notifications/channels',
    access: 'admin',
    summary: 'Adds a notification channel',
    body: Type.Interface(
      [Type.Partial(Type.Object(editable))],
      { name: Name, kind: OneOf(ALERT_CHANNELS) },
      { additionalProperties: false },
    ),
    status: 201,
    reply: AlertChannel,
  }),
  getChannel: route({
    method: 'GET',
    path: '/config/notifications/channels/{id}',
    access: 'admin',
    summary: 'One notification channel',
    params: ById,
    reply: AlertChannel,
  }),
  updateChannel: route({
    method: 'PUT',
    path: '/config/notifications/channels/{id}',
    access: 'admin',
    summary: 'Changes a notification channel; omitted fields are unchanged, null clears',
    params: ById,
    body: Patch(editable),
    reply: AlertChannel,
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/config/notifications/channels/{id}',
    access: 'admin',
    summary: 'Removes a notification channel with its log',
    params: ById,
    reply: noContent,
  }),
  testChannel: route({
    method: 'POST',
    path: '/config/notifications/channels/{id}/test',
    access: 'admin',
    summary: 'Sends a test message now and returns whether the channel accepted it',
    params: ById,
    reply: noContent,
  }),
  listRules: route({
    method: 'GET',
    path: '/config/notifications/rules',
    access: 'admin',
    summary: 'Notification rule of each system event',
    reply: Strict({ items: Type.Array(AlertRule) }),
  }),
  updateRule: route({
    method: 'PUT',
    path: '/config/notifications/rules/{event_key}',
    access: 'admin',
    summary: 'Changes the rule of an event; omitted fields are unchanged',
    params: Strict({ event_key: EventKey }),
    body: Patch(rule),
    reply: AlertRule,
  }),
  getSnooze: route({
    method: 'GET',
    path: '/config/notifications/snooze',
    access: 'admin',
    summary: 'Until when all alerts are snoozed',
    reply: AlertSnooze,
  }),
  updateSnooze: route({
    method: 'PUT',
    path: '/config/notifications/snooze',
    access: 'admin',
    summary: 'Snoozes all alerts until a time, or ends the snooze with null; their events are still recorded',
    body: AlertSnooze,
    reply: AlertSnooze,
  }),
  log: route({
    method: 'GET',
    path: '/notifications/log',
    access: 'admin',
    summary: 'Delivery log of the messages, newest first',
    query: Patch({
      channel_id: Uuid,
      state: OneOf(['pending', 'delivered', 'failed']),
      limit: Limit(500),
      cursor: Cursor,
    }),
    reply: Page(AlertDelivery),
  }),
};
