import { MAX_UNREAD, type Routes, UNREAD_HOURS } from '@holdfast/contract';
import {
  countUnviewedDetections,
  type Database,
  hasUnviewedClips,
  listClipChoices,
  listVisibleClips,
  markAllViewed,
  markClipsViewed,
  readSettings,
} from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import type { AuditSpans } from '../audit/audit-spans.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handlers } from '../http/mount.ts';
import { readTimeRange } from '../http/time-range.ts';
import { clipMediaHandlers } from './clip-media-handlers.ts';
import { clipReaderOf } from './clip-reader.ts';
import type { ClipStore } from './clip-store.ts';
import { presentClip } from './present.ts';
import { readTimeOfDay } from './read-time-of-day.ts';

const DEFAULT_LIMIT = 100;
const NEW_MS = UNREAD_HOURS * 3_600_000;
/** The labels, zones and sources of this many newest clips of each camera are offered as filters. */
const NEWEST_FOR_CHOICES = 500;

export function clipHandlers({
  db,
  clock,
  clipStore,
  auditSpans,
}: {
  db: Database;
  clock: Clock;
  clipStore: ClipStore;
  auditSpans: AuditSpans;
}): Handlers<Routes['clips']> {
  return {
    list: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const range = readTimeRange(query);
      const settings = await readSettings(db);
      const filter = {
        ...clipReaderOf(caller),
        cameraIds: query.camera_ids,
        ...range,
        kinds: query.kind,
        ids: query.ids,
        labels: query.labels,
        zones: query.zones,
        sourceIds: query.source_ids,
        minScore: query.min_score,
        viewed: query.viewed,
        windows: readTimeOfDay(query, range, clock.now()),
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      };
      const clipSettings = {
        preRollSeconds: settings.clipPreRollSeconds,
        overviewSeconds: settings.clipOverviewSeconds,
      };
      const rows = await listVisibleClips(db, filter, clipSettings);
      const present = (row: (typeof rows)[number]) => presentClip(row, { settings: clipSettings, nowMs: clock.now() });
      const { items, next_cursor } = pageOf(rows, limit, { present, cursor: writeTimeCursor });
      return { clips: items, overview_seconds: settings.clipOverviewSeconds, next_cursor };
    },

    choices: async ({ caller }) => {
      const { labels, zones, sourceIds } = await listClipChoices(db, clipReaderOf(caller), NEWEST_FOR_CHOICES);
      return { labels, zones, source_ids: sourceIds };
    },

    unviewed: async ({ caller }) => {
      const reader = clipReaderOf(caller);
      const since = new Date(clock.now() - NEW_MS);
      return {
        count: await countUnviewedDetections(db, reader, { since, most: MAX_UNREAD }),
        any: await hasUnviewedClips(db, reader),
      };
    },

    ...clipMediaHandlers({ clipStore, auditSpans }),

    markViewed: async ({ body, caller }) => {
      await markClipsViewed(db, clipReaderOf(caller), {
        ids: body.ids,
        viewed: body.viewed ?? true,
        now: new Date(clock.now()),
      });
    },

    markAllViewed: async ({ body, caller }) => {
      const now = clock.now();
      // A mark in the future would hide clips that are yet to happen.
      const until = new Date(Math.min(now, body.viewed_until === undefined ? now : Date.parse(body.viewed_until)));
      await markAllViewed(db, { userId: caller.userId, until });
    },
  };
}
