import { MAX_UNREAD, type Routes } from '@holdfast/contract';
import {
  type Caller,
  countVisibleSystemEvents,
  findSeenUntil,
  listVisibleEvents,
  listVisibleSystemEvents,
  markSeen,
} from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';
import { presentEvent, presentSystemEvent } from './present.ts';

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
      const seesPlates = holds(caller.capabilities, 'view_plates');
      const rows = await listVisibleEvents(db, {
        userId: caller.userId,
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        labels: query.labels,
        zones: query.zones,
        sourceIds: query.source_ids,
        minScore: query.min_score,
        seesPlates,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
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
        most: MAX_UNREAD,
      });
      return { count, seen_until: seenUntil.toISOString() };
    },

    markSystemSeen: async ({ body, caller }) => {
      const now = clock.now();
      // A mark in the future would hide events that are yet to happen.
      const seenUntil = new Date(Math.min(now, body.seen_until === undefined ? now : Date.parse(body.seen_until)));
      await markSeen(db, { userId: caller.userId, seenUntil });
    },
  };
}
