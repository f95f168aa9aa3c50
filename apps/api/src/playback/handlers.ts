import { resolve } from 'node:path';
import type { Routes } from '@holdfast/contract';
import { findSegmentAt, findSegmentFile, findVisibleCamera, type SegmentFile } from '@holdfast/db';
import { openMedia, readInit } from '@holdfast/media';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import { playlistOf } from './playlist-of.ts';

/** Fragments of one file count up from here, so that numbers grow through the playlist whatever each file holds. */
const FRAGMENTS_PER_FILE = 1_000;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
// Recorded bytes never change, so a browser may keep what it was allowed to see.
const immutable = { 'cache-control': `private, max-age=${DAY_SECONDS}, immutable` };

const noFootage = () => new Problem('no-footage');

export function playbackHandlers({ db, dataDir }: Pick<Deps, 'db' | 'dataDir'>): Handlers<Routes['playback']> {
  const pathOf = ({ storagePath, path }: SegmentFile) => resolve(dataDir, storagePath, path);

  const requireFile = async (id: number, userId: string, cameraId?: string) => {
    const file = await findSegmentFile(db, { id, userId });
    if (!file || (cameraId !== undefined && file.cameraId !== cameraId.toLowerCase())) throw new Problem('not-found');
    return file;
  };

  return {
    playlist: async ({ params, query, caller }) => {
      const { token } = query as { token?: string };
      const bytes = await playlistOf(db, {
        cameraId: params.camera_id,
        userId: caller.userId,
        stream: query.stream,
        startMs: params.start,
        endMs: params.end,
        token,
      });
      return { bytes };
    },

    init: async ({ params, caller }) => {
      const bytes = await readInit(pathOf(await requireFile(params.id, caller.userId, params.camera_id)));
      if (!bytes) throw noFootage();
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), headers: immutable };
    },

    media: async ({ params, query, caller }) => {
      const file = await requireFile(params.id, caller.userId, params.camera_id);
      const media = await openMedia(pathOf(file), { offsetMs: query.at, sequence: query.n * FRAGMENTS_PER_FILE });
      if (media.kind !== 'media') throw noFootage();
      return {
        bytes: media.stream,
        headers: { ...immutable, 'content-length': String(media.lengthBytes) },
      };
    },

    segment: async ({ params, caller, request }) => {
      const file = await requireFile(params.id, caller.userId);
      return serveFile(request, {
        path: pathOf(file),
        etag: `"${file.id}-${file.sizeBytes}"`,
        maxAgeSeconds: DAY_SECONDS,
        notFound: noFootage,
      });
    },

    play: async ({ params, query, caller }) => {
      if (!(await findVisibleCamera(db, { cameraId: params.camera_id, userId: caller.userId })))
        throw new Problem('not-found');
      const at = new Date(query.ts);
      const segment = await findSegmentAt(db, { cameraId: params.camera_id, userId: caller.userId, at });
      if (!segment) throw noFootage();
      const startMs = segment.preciseStartTs.getTime();
      const fromMs = Math.max(startMs, at.getTime());
      return {
        segment_id: segment.id,
        stream: segment.stream,
        start_ts: segment.preciseStartTs.toISOString(),
        duration_ms: segment.durationMs,
        offset_ms: fromMs - startMs,
        playlist_url: `/hls/${segment.cameraId}/${fromMs}-${fromMs + HOUR_MS}.m3u8`,
      };
    },
  };
}
