import { MOST_UNREAD, type Routes, reasonBody } from '@holdfast/contract';
import {
  type Caller,
  countVisibleSystemEvents,
  type EventRow,
  findSeenUntil,
  listVisibleEvents,
  listVisibleSystemEvents,
  markSeen,
  type SystemEventRow,
} from '@holdfast/db';
import { holds, reasonText } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';

const DEFAULT_LIMIT = 100;

const readerOf = ({ userId, capabilities }: Caller) => ({
  userId,
  seesSystem: holds(capabilities, 'admin'),
  seesPlates: holds(capabilities, 'view_plates'),
});

export function eventHandlers({ db, clock }: Pick<Deps, 'db' | 'clock'>): Handlers<Routes['events']> {
  return {
    list: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listVisibleEvents(db, {
        userId: caller.userId,
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        labels: query.labels,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      const seesPlates = holds(caller.capabilities, 'view_plates');
      return pageOf(rows, limit, { present: (event) => presentEvent(event, seesPlates), cursor: writeTimeCursor });
    },

    listSystem: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listVisibleSystemEvents(db, {
        ...readerOf(caller),
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        eventKeys: query.event_keys,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(rows, limit, { present: presentSystemEvent, cursor: writeTimeCursor });
    },

    unreadSystem: async ({ caller }) => {
      const seenUntil = (await findSeenUntil(db, caller.userId)) ?? new Date(clock.now());
      const count = await countVisibleSystemEvents(db, {
        ...readerOf(caller),
        recordedAfter: seenUntil,
        most: MOST_UNREAD,
      });
      return { count, seen_until: seenUntil.toISOString() };
    },

    markSystemSeen: async ({ body, caller }) => {
      const now = clock.now();
      // A mark in the future would hide what is yet to come.
      const seenUntil = new Date(Math.min(now, body.seen_until === undefined ? now : Date.parse(body.seen_until)));
      await markSeen(db, { userId: caller.userId, seenUntil });
    },
  };
}

/** Events need no capability, plates do: who may not see them gets the event without the text that was read. */
const presentEvent = (event: EventRow, seesPlates: boolean) => ({
  id: event.id,
  camera_id: event.cameraId,
  source_id: event.sourceId,
  ts: event.ts.toISOString(),
  end_ts: event.endTs?.toISOString() ?? null,
  updated_at: event.updatedAt.toISOString(),
  lifecycle: event.lifecycle,
  label: event.label,
  sub_label: event.recognizedPlate === null || seesPlates ? event.subLabel : null,
  score: event.score,
  top_score: event.topScore,
  zones: event.zones,
  box: event.box,
  ...(seesPlates && { recognized_plate: event.recognizedPlate, raw: event.raw }),
});

const presentSystemEvent = (event: SystemEventRow) => {
  const cause = typeof event.data.reason === 'string' ? event.data.reason : null;
  return {
    id: event.id,
    event_key: event.eventKey,
    camera_id: event.cameraId,
    camera_name: event.cameraName,
    ts: event.ts.toISOString(),
    recorded_at: event.recordedAt.toISOString(),
    detail: event.detail,
    data: cause === null ? event.data : { ...event.data, reason: reasonText(cause) },
    reason: reasonBody(cause),
    muted_by: event.mutedBy,
  };
};
