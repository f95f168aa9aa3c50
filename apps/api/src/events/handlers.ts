import type { Routes } from '@holdfast/contract';
import { type EventRow, listVisibleEvents, listVisibleSystemEvents, type SystemEventRow } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';

const DEFAULT_LIMIT = 100;

export function eventHandlers({ db }: Pick<Deps, 'db'>): Handlers<Routes['events']> {
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
        userId: caller.userId,
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        eventKeys: query.event_keys,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
        seesSystem: holds(caller.capabilities, 'admin'),
        seesPlates: holds(caller.capabilities, 'view_plates'),
      });
      return pageOf(rows, limit, { present: presentSystemEvent, cursor: writeTimeCursor });
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

const presentSystemEvent = (event: SystemEventRow) => ({
  id: event.id,
  event_key: event.eventKey,
  camera_id: event.cameraId,
  ts: event.ts.toISOString(),
  detail: event.detail,
  data: event.data,
  muted_by: event.mutedBy,
});
