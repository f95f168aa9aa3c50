import type { Routes } from '@holdfast/contract';
import { listVisibleEvents, listVisibleSystemEvents } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';
import { presentEvent, presentSystemEvent } from './present.ts';

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
