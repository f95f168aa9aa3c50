import { CLIP_START_HEADER, type Routes } from '@holdfast/contract';
import { type ClipReader, listVisibleClips, markClipsViewed, readSettings } from '@holdfast/db';
import { exportFileName, holds } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import type { MediaCaller } from '../http/caller.ts';
import { clientLeft } from '../http/client-left.ts';
import { pageOf, readTimeCursor, writeTimeCursor } from '../http/cursor.ts';
import type { Handler, Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import { readTimeRange } from '../http/time-range.ts';
import { presentClip } from './present.ts';

const DEFAULT_LIMIT = 100;

const readerOf = ({ userId, capabilities, onlyCameraId }: MediaCaller): ClipReader => ({
  userId,
  onlyCameraId,
  seesPlates: holds(capabilities, 'view_plates'),
  seesBookmarks: holds(capabilities, 'playback'),
});

const notFound = () => new Problem('no-footage');

export function clipHandlers({
  db,
  clock,
  clipStore,
}: Pick<Deps, 'db' | 'clock' | 'clipStore'>): Handlers<Routes['clips']> {
  const picture =
    (form: 'thumbnail' | 'gif' | 'webp'): Handler<Routes['clips']['thumbnail']> =>
    async ({ params, caller, request }) => {
      const { etag, open } = await clipStore.locate(readerOf(caller), params.clip_id.toLowerCase(), form);
      return serveFile(request, { open: () => open(clientLeft(request)), etag, maxAgeSeconds: 0, notFound });
    };

  return {
    list: async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const settings = await readSettings(db);
      const rows = await listVisibleClips(db, {
        ...readerOf(caller),
        cameraIds: query.camera_ids,
        ...readTimeRange(query),
        kinds: query.kind,
        after: readTimeCursor(query.cursor),
        limit: limit + 1,
      });
      const present = (row: (typeof rows)[number]) => presentClip(row, { settings, nowMs: clock.now() });
      const { items, next_cursor } = pageOf(rows, limit, { present, cursor: writeTimeCursor });
      return { clips: items, overview_seconds: settings.clipOverviewSeconds, next_cursor };
    },

    video: async ({ params, query, caller, request }) => {
      const isDownload = query.download !== undefined;
      const quality = query.q ?? 'preview';
      const form = isDownload && quality === 'full' ? 'download' : quality;
      const { located, etag, open } = await clipStore.locate(readerOf(caller), params.clip_id.toLowerCase(), form);
      const served = await serveFile(request, {
        open: () => open(clientLeft(request)),
        etag,
        maxAgeSeconds: 0,
        notFound,
      });
      if (!isDownload) return served;
      const startMs = form === 'download' ? await clipStore.downloadStartMs(located) : located.window.startMs;
      const name = `${exportFileName({ cameraName: located.row.cameraName, startMs })}.mp4`;
      const headers = {
        ...served.headers,
        [CLIP_START_HEADER]: new Date(startMs).toISOString(),
        'content-disposition': `attachment; filename="${name}"`,
      };
      return { ...served, headers };
    },

    thumbnail: picture('thumbnail'),
    gif: picture('gif'),
    webp: picture('webp'),

    markViewed: async ({ body, caller }) => {
      await markClipsViewed(db, readerOf(caller), {
        ids: body.ids,
        viewed: body.viewed ?? true,
        now: new Date(clock.now()),
      });
    },
  };
}
