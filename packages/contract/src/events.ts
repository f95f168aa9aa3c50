import { ALERT_EVENT_KEYS } from '@holdfast/domain';
import { Type } from 'typebox';
import { CameraIds, Cursor, Limit, Page } from './pages.ts';
import { AnyObject, Box } from './plates.ts';
import { ReasonBody } from './reason.ts';
import { binary, noContent, route } from './route.ts';
import { Nullable, OneOf, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

export const Event = Strict(
  {
    id: Uuid,
    camera_id: Uuid,
    source_id: Type.String(),
    ts: Timestamp,
    /** Null while the event is open. */
    end_ts: Nullable(Timestamp),
    updated_at: Timestamp,
    lifecycle: OneOf(['start', 'update', 'end']),
    label: Type.String(),
    sub_label: Nullable(Type.String()),
    score: Nullable(Type.Number()),
    top_score: Nullable(Type.Number()),
    zones: Type.Array(Type.String()),
    box: Nullable(Box),
    /** Omitted for callers who may not see plates. */
    recognized_plate: Type.Optional(Nullable(Type.String())),
    raw: Type.Optional(Nullable(AnyObject)),
  },
  { $id: 'Event' },
);

export const SystemEvent = Strict(
  {
    id: Uuid,
    event_key: Type.String(),
    camera_id: Nullable(Uuid),
    /** May be a removed camera. */
    camera_name: Nullable(Type.String()),
    ts: Timestamp,
    /** When it was stored, which is later than `ts` if it was reported late. */
    recorded_at: Timestamp,
    /** A sentence; the cause of a fault is added for administrators only. */
    detail: Type.String(),
    /** The cause of a fault is in `data.reason`, for administrators only. */
    data: AnyObject,
    /** The cause as a code with values; null for other users. */
    reason: Nullable(ReasonBody),
    /** Why no notification was sent; null if it was. */
    muted_by: Nullable(OneOf(['disabled', 'snoozed', 'maintenance', 'boot-grace', 'quiet-hours', 'cooldown'])),
  },
  { $id: 'SystemEvent' },
);

/** Counting stops here. */
export const MAX_UNREAD = 100;
/** Older clips do not count as unread. */
export const UNREAD_HOURS = 24;

const range = { camera_ids: CameraIds, start: Timestamp, end: Timestamp, limit: Limit(500), cursor: Cursor };

/** Labels, zones or sources of events. */
export const EventNames = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 });

export const events = {
  list: route({
    method: 'GET',
    path: '/events',
    access: 'user',
    summary: 'Events of the cameras the caller may see, newest first; plates only for those who may see them',
    query: Patch({
      ...range,
      labels: EventNames,
      zones: EventNames,
      source_ids: EventNames,
      /** Of the event's highest score. */
      min_score: Type.Number({ minimum: 0, maximum: 1 }),
    }),
    reply: Page(Event),
  }),
  snapshot: route({
    method: 'GET',
    path: '/events/{event_id}/snapshot.jpg',
    access: 'media',
    capability: 'clips',
    scope: 'camera',
    summary:
      'The picture that the detector took of an event; if it does not answer, the picture of that moment in our own footage',
    params: Strict({ event_id: Uuid }),
    query: Patch({}),
    reply: binary('image/jpeg'),
  }),
  listSystem: route({
    method: 'GET',
    path: '/system-events',
    access: 'user',
    summary:
      'System events of the cameras the caller may see, newest first; those of no camera only for administrators',
    query: Patch({ ...range, event_keys: Type.Array(OneOf(ALERT_EVENT_KEYS), { maxItems: 100 }) }),
    reply: Page(SystemEvent),
  }),
  unreadSystem: route({
    method: 'GET',
    path: '/system-events/unread',
    access: 'user',
    summary: `How many system events were recorded since the caller last looked, counted up to ${MAX_UNREAD}`,
    reply: Strict({ count: Type.Integer(), seen_until: Timestamp }, { $id: 'UnreadSystemEvents' }),
  }),
  markSystemSeen: route({
    method: 'PUT',
    path: '/system-events/seen',
    access: 'user',
    summary: 'Marks the system events up to a moment, or up to now, as seen by the caller; never moves backwards',
    body: Patch({ seen_until: Timestamp }),
    reply: noContent,
  }),
};
