import { ALERT_EVENT_KEYS } from '@holdfast/domain';
import { Type } from 'typebox';
import { CameraIds, Cursor, Limit, Page } from './pages.ts';
import { AnyObject, Box } from './plates.ts';
import { route } from './route.ts';
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
    ts: Timestamp,
    detail: Type.String(),
    data: AnyObject,
    /** Why no channel heard of it; null when they did. */
    muted_by: Nullable(OneOf(['disabled', 'maintenance', 'boot-grace', 'quiet-hours', 'cooldown'])),
  },
  { $id: 'SystemEvent' },
);

const range = { camera_ids: CameraIds, start: Timestamp, end: Timestamp, limit: Limit(500), cursor: Cursor };

export const events = {
  list: route({
    method: 'GET',
    path: '/events',
    access: 'user',
    summary: 'Events of the cameras the caller may see, newest first; the text of plates only for those who may see it',
    query: Patch({ ...range, labels: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }) }),
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
};
