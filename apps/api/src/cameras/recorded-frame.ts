import { type Database, findSegmentAt } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { type Permits, singleFlight } from '@holdfast/kit';
import type { FrameExtractor, FrameRequest } from '@holdfast/media';
import { createByteCache } from '../caches/byte-cache.ts';
import type { FootageFiles } from '../footage/footage-files.ts';
import { Problem } from '../http/problem.ts';

interface Deps {
  db: Database;
  footage: FootageFiles;
  extractFrame: FrameExtractor;
  /** Concurrent decoders; other requests wait. */
  permits: Permits;
}

export interface RecordedFrameRequest {
  cameraId: string;
  userId: string;
  at: Date;
  width: number | undefined;
  nearestKeyframe: boolean;
  /** Aborts when the caller leaves. */
  signal: AbortSignal;
}

export interface RecordedFrame {
  jpeg: Buffer;
  /** When the picture was taken. */
  takenAtMs: number;
}

interface KeptFrame {
  jpeg: Buffer;
  pictureOffsetMs: number;
  /** In bytes. */
  length: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
// The last picture of a segment is shown until its end, so a seek must be before it.
const LAST_PICTURE_MS = 200;
// Some seconds of work; a user who is scrubbing does not wait longer.
export const MAX_WAITING = 64;
const RETRY_SECONDS = 1;

/** The picture of a recorded moment: made once for all callers, kept for a while, cancelled when all callers have left. */
export function createRecordedFrame({ db, footage, extractFrame, permits }: Deps) {
  const kept = createByteCache<KeptFrame>(CACHE_BYTES);
  const once = singleFlight<KeptFrame>();

  const make = async (key: string, request: FrameRequest, abandoned: AbortSignal): Promise<KeptFrame> => {
    if (permits.waiting() >= MAX_WAITING) throw new Problem('too-many-stills', { retryAfterSeconds: RETRY_SECONDS });
    const release = await permits.acquire(abandoned);
    try {
      const result = await extractFrame({ ...request, signal: abandoned });
      if (result.kind !== 'ok') throw new Problem('no-footage', { reason: result.reason });
      const { jpeg, pictureOffsetMs } = result;
      const frame = { jpeg, pictureOffsetMs, length: jpeg.length };
      kept.set(key, frame);
      return frame;
    } finally {
      release();
    }
  };

  return async (asked: RecordedFrameRequest): Promise<RecordedFrame> => {
    const { cameraId, userId, at, width, nearestKeyframe, signal } = asked;
    const segment = await findSegmentAt(db, { cameraId, userId, at });
    const offsetMs = segment ? at.getTime() - segment.preciseStartTs.getTime() : 0;
    // The next footage is not a picture of this moment.
    if (!segment || offsetMs < 0) throw new Problem('no-footage');
    const seekMs = Math.min(offsetMs, Math.max(0, segment.durationMs - LAST_PICTURE_MS));
    const key = `${segment.id} ${nearestKeyframe ? 'near' : ''}${seekMs} ${width ?? 'full'}`;
    const present = ({ jpeg, pictureOffsetMs }: KeptFrame): RecordedFrame => ({
      jpeg,
      takenAtMs: segment.preciseStartTs.getTime() + pictureOffsetMs,
    });
    const known = kept.get(key);
    if (known) return present(known);
    const path = await footage.pathOf(segment);
    if (path === undefined) throw new Problem('no-footage');
    const request = {
      path,
      offsetMs: seekMs,
      nearestKeyframe,
      ...(width !== undefined && { width }),
    };
    const made = once(key, (abandoned) => make(key, request, abandoned), signal).catch((err: unknown) => {
      // The client has left: the problem is sent to nobody, but must not count as a server error.
      throw signal.aborted ? new Problem('no-footage', { reason: reasonCode('viewer-left') }) : err;
    });
    return present(await made);
  };
}
