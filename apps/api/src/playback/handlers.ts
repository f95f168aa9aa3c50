import type { Routes } from '@holdfast/contract';
import { findSegmentAt, findSegmentFile, findVisibleCamera, type SegmentFile } from '@holdfast/db';
import { type OpenedBytes, openedBytes, openMedia, readInit } from '@holdfast/media';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { formatOf } from '../footage/footage-format.ts';
import { clientLeft } from '../http/client-left.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { serveFile } from '../http/serve-file.ts';
import { playlistOf } from './playlist-of.ts';
import { createTranscodedFootage } from './transcoded-footage.ts';

/** Fragment numbers of each file start at a multiple of this, so that they increase through the playlist. */
const FRAGMENTS_PER_FILE = 1_000;
const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
// Recorded bytes never change, so a browser may cache them.
const immutable = { 'cache-control': `private, max-age=${DAY_SECONDS}, immutable` };

// Version 3 restarts its demuxer at every discontinuity without passing it the init segment again.
const VLC = /\bVLC\//;

const noFootage = () => new Problem('no-footage');

export function playbackHandlers({
  db,
  clock,
  footage,
  transcodeSegment,
  thumbConcurrency,
}: Pick<Deps, 'db' | 'clock' | 'footage' | 'transcodeSegment' | 'thumbConcurrency'>): Handlers<Routes['playback']> {
  const transcoded = createTranscodedFootage({ transcodeSegment, concurrency: thumbConcurrency });

  const requireFile = async (id: number, userId: string, cameraId?: string) => {
    const file = await findSegmentFile(db, { id, userId });
    if (!file || (cameraId !== undefined && file.cameraId !== cameraId.toLowerCase())) throw new Problem('not-found');
    return file;
  };

  /** The recorded bytes; transcoded to H.264 if requested and necessary. */
  const openPlayable = async (
    file: SegmentFile,
    transcode: 'h264' | undefined,
    request: FastifyRequest,
  ): Promise<OpenedBytes> => {
    if (transcode === undefined) return footage.open(file);
    const format = await formatOf(await footage.open(file));
    if (!format) throw noFootage();
    if (format.codec === 'h264') return footage.open(file);
    const path = await footage.pathOf(file);
    if (path === undefined) throw noFootage();
    return openedBytes(await transcoded.of({ id: file.id, path }, clientLeft(request)));
  };

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
      const bytes = await readInit(await openPlayable(file, query.transcode, request));
      if (!bytes) throw noFootage();
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), headers: immutable };
    },

    media: async ({ params, query, caller, request }) => {
      const file = await requireFile(params.id, caller.userId, params.camera_id);
      const move = {
        offsetMs: query.at,
        sequence: query.n * FRAGMENTS_PER_FILE,
        withSetUp: query.setup !== undefined,
      };
      const media = await openMedia(await openPlayable(file, query.transcode, request), move);
      if (media.kind !== 'media') throw noFootage();
      return { bytes: media.pieces, headers: immutable };
    },

    segment: async ({ params, caller, request }) => {
      const file = await requireFile(params.id, caller.userId);
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
