import { ALERT_EVENT_KEYS } from '@holdfast/domain';
import { Type } from 'typebox';
import { CameraIds, Cursor, Limit, Page } from './pages.ts';
import { AnyObject, Box } from './plates.ts';
import { ReasonBody } from './reason.ts';
import { noContent, route } from './route.ts';
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
    /** Left out for callers who may not see plates. */
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
    /** Also of a camera that was removed. */
    camera_name: Nullable(Type.String()),
    ts: Timestamp,
    /** When it was written down: what a source reports late is later than `ts`. */
    recorded_at: Timestamp,
    detail: Type.String(),
    data: AnyObject,
    /** The cause in `data.reason` as a code with values. */
    reason: Nullable(ReasonBody),
    /** Why no channel heard of it; null when they did. */
    muted_by: Nullable(OneOf(['disabled', 'maintenance', 'boot-grace', 'quiet-hours', 'cooldown'])),
  },
  { $id: 'SystemEvent' },
);

/** More than this is "many": nobody counts further. */
export const MOST_UNREAD = 100;

const range = { camera_ids: CameraIds, start: Timestamp, end: Timestamp, limit: Limit(500), cursor: Cursor };

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 });

export const events = {
  list: route({
    method: 'GET',
    path: '/events',
    access: 'user',
    summary: 'Events of the cameras the caller may see, newest first; plates only for those who may see them',
    query: Patch({
      ...range,
      labels: Names,
      zones: Names,
      source_ids: Names,
      /** Of the best score the event has had. */
      min_score: Type.Number({ minimum: 0, maximum: 1 }),
    }),
    reply: Page(Event),
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
    summary: `How many system events were recorded since the caller last looked, counted up to ${MOST_UNREAD}`,
    reply: Strict({ count: Type.Integer(), seen_until: Timestamp }, { $id: 'UnreadSystemEvents' }),
  }),
  markSystemSeen: route({
    method: 'PUT',
    path: '/system-events/seen',
    access: 'user',
    summary:
      'Notes that the caller has seen the system events recorded up to a moment, or up to now; never goes backwards',
    body: Patch({ seen_until: Timestamp }),
    reply: noContent,
  }),
};
