import { MAX_UNREAD, type Routes } from '@holdfast/contract';
import {
  type Caller,
  countVisibleSystemEvents,
  type Database,
  findSeenUntil,
  findVisibleSnapshot,
  listVisibleEvents,
  listVisibleSystemEvents,
  markSeen,
} from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import type { AuditSpans } from '../audit/audit-spans.ts';
import { clipReaderOf } from '../clips/clip-reader.ts';
import type { ClipStore } from '../clips/clip-store.ts';
import { serveClip } from '../clips/serve-clip.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { readTimeRange } from '../http/time-range.ts';
import type { EventSnapshots } from './event-snapshots.ts';
import { presentEvent, presentSystemEvent } from './present.ts';

const DEFAULT_LIMIT = 100;

const readerOf = ({ userId, capabilities }: Caller) => ({
  userId,
  seesSystem: holds(capabilities, 'admin'),
  seesPlates: holds(capabilities, 'view_plates'),
});

// Short, because a picture is deleted with its event.
const pictureHeaders = { 'cache-control': 'private, max-age=60' };

export function eventHandlers({
  db,
  clock,
  snapshots,
  clipStore,
  auditSpans,
}: {
  db: Database;
  clock: Clock;
  snapshots: EventSnapshots;
  clipStore: ClipStore;
  auditSpans: AuditSpans;
}): Handlers<Routes['events']> {
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

    snapshot: async ({ params, caller, request }) => {
      const reader = clipReaderOf(caller);
      const source = await findVisibleSnapshot(db, reader, params.event_id);
      if (!source || source.snapshotUrl === null) throw new Problem('not-found');
      // The detector may have cropped its picture to the plate, or written the plate into it.
      const jpeg = source.hasPlate && !reader.seesPlates ? undefined : await snapshots.of(source);
      await auditSpans.pictures(request, source.cameraId);
      if (jpeg) return { bytes: jpeg, headers: pictureHeaders };
      return serveClip(clipStore, { reader, id: source.eventId, form: 'thumbnail', request });
    },

    listSystem: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const reader = readerOf(caller);
      const rows = await listVisibleSystemEvents(db, {
        ...reader,
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        eventKeys: query.event_keys,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      return pageOf(rows, limit, {
        present: (event) => presentSystemEvent(event, reader.seesSystem),
        cursor: writeTimeCursor,
      });
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
