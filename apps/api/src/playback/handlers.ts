import type { Routes } from '@holdfast/contract';
import { type Database, findSegmentAt, findSegmentFile, findVisibleCamera, type SegmentFile } from '@holdfast/db';
import type { Clock } from '@holdfast/kit';
import { openMedia, readInit, type SegmentTranscoder } from '@holdfast/media';
import type { FastifyRequest } from 'fastify';
import type { AuditSpans } from '../audit/audit-spans.ts';
import type { FootageFiles } from '../footage/footage-files.ts';
import { formatOf } from '../footage/footage-format.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import { createPlayableBytes, noFootage } from './playable-bytes.ts';
import { playlistOf } from './playlist-of.ts';

/** Fragment numbers of each file start at a multiple of this, so that they increase through the playlist. */
const FRAGMENTS_PER_FILE = 1_000;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
// Recorded bytes never change, so a browser may cache them.
const immutable = { 'cache-control': `private, max-age=${DAY_SECONDS}, immutable` };

// Version 3 restarts its demuxer at every discontinuity without passing it the init segment again.
const VLC = /\bVLC\//;

export function playbackHandlers({
  db,
  clock,
  footage,
  transcodeSegment,
  thumbConcurrency,
  auditSpans,
}: {
  db: Database;
  clock: Clock;
  footage: FootageFiles;
  transcodeSegment: SegmentTranscoder;
  thumbConcurrency: number;
  auditSpans: AuditSpans;
}): Handlers<Routes['playback']> {
  const requireFile = async (id: number, userId: string, cameraId?: string) => {
    const file = await findSegmentFile(db, { id, userId });
    if (!file || (cameraId !== undefined && file.cameraId !== cameraId.toLowerCase())) throw new Problem('not-found');
    return file;
  };
  /** Called before the first byte of a file is sent. Playlists and init segments contain no pictures. */
  const noteWatched = (request: FastifyRequest, { cameraId, preciseStartTs, durationMs }: SegmentFile) => {
    const startMs = preciseStartTs.getTime();
    return auditSpans.playback(request, cameraId, { startMs, endMs: startMs + durationMs });
  };

  const { open, unplayable } = createPlayableBytes({ footage, transcodeSegment, thumbConcurrency });

  return {
    playlist: async ({ params, query, caller, request }) => {
      const { token } = query as { token?: string };
      const bytes = await playlistOf(
        { db, clock, footage },
        {
          cameraId: params.camera_id,
          userId: caller.userId,
          stream: query.stream,
          transcode: query.transcode,
          mayBeEmpty: query.or_empty === 1,
          startMs: params.start,
          endMs: params.end,
          token,
          needsRepeatedInit: VLC.test(request.headers['user-agent'] ?? ''),
        },
      );
      return { bytes };
    },

    init: async ({ params, query, caller, request }) => {
      const file = await requireFile(params.id, caller.userId, params.camera_id);
      const bytes = await readInit(await open(file, query.transcode, request));
      if (!bytes) throw unplayable(file);
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), headers: immutable };
    },

    media: async ({ params, query, caller, request }) => {
      const file = await requireFile(params.id, caller.userId, params.camera_id);
      await noteWatched(request, file);
      const shift = {
        offsetMs: query.at,
        sequence: query.n * FRAGMENTS_PER_FILE,
        withInit: query.setup !== undefined,
      };
      const media = await openMedia(await open(file, query.transcode, request), shift);
      if (media.kind !== 'media') throw unplayable(file);
      return { bytes: media.pieces, headers: immutable };
    },

    segment: async ({ params, caller, request }) => {
      const file = await requireFile(params.id, caller.userId);
      await noteWatched(request, file);
      return serveFile(request, {
        open: () => footage.open(file),
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
      const format = segment && (await formatOf(await footage.open(segment)));
      if (!segment || !format) throw noFootage();
      const startMs = segment.preciseStartTs.getTime();
      const fromMs = Math.max(startMs, at.getTime());
      return {
        segment_id: segment.id,
        stream: segment.stream,
        start_ts: segment.preciseStartTs.toISOString(),
        duration_ms: segment.durationMs,
        offset_ms: fromMs - startMs,
        ...format,
        playlist_url: `/hls/${segment.cameraId}/${fromMs}-${fromMs + HOUR_MS}.m3u8`,
      };
    },
  };
}
