import { resolve } from 'node:path';
import { type Database, findSegmentAt } from '@holdfast/db';
import { createByteCache, createPermits, singleFlight } from '@holdfast/kit';
import type { FrameExtractor } from '@holdfast/media';
import { Problem } from '../http/problem.ts';

interface Deps {
  db: Database;
  dataDir: string;
  extractFrame: FrameExtractor;
  /** Decoders at work at once; the others wait. */
  concurrency: number;
}

export interface RecordedFrameRequest {
  cameraId: string;
  userId: string;
  at: Date;
  width: number | undefined;
  nearestKeyframe: boolean;
}

const CACHE_BYTES = 64 * 1024 * 1024;
// The last picture of a segment is shown until its end, so a seek must stay in front of it.
const LAST_PICTURE_MS = 200;

/** The picture of a moment, out of the footage: made once for all who ask, then kept for a while. */
export function createRecordedFrame({ db, dataDir, extractFrame, concurrency }: Deps) {
  const kept = createByteCache(CACHE_BYTES);
  const permits = createPermits(concurrency);
  const once = singleFlight<Buffer>();

  return async ({ cameraId, userId, at, width, nearestKeyframe }: RecordedFrameRequest): Promise<Buffer> => {
    const segment = await findSegmentAt(db, { cameraId, userId, at });
    const offsetMs = segment ? at.getTime() - segment.preciseStartTs.getTime() : 0;
    // The next footage is no picture of this moment.
    if (!segment || offsetMs < 0) throw new Problem('no-footage');
    const seekMs = Math.min(offsetMs, Math.max(0, segment.durationMs - LAST_PICTURE_MS));
    const key = `${segment.id} ${nearestKeyframe ? 'near' : ''}${seekMs} ${width ?? 'full'}`;
    const known = kept.get(key);
    if (known) return known;
    return once(key, async () => {
      const release = await permits.acquire();
      try {
        const path = resolve(dataDir, segment.storagePath, segment.path);
        const result = await extractFrame({
          path,
          offsetMs: seekMs,
          nearestKeyframe,
          ...(width !== undefined && { width }),
        });
        if (result.kind !== 'ok') throw new Problem('no-footage', { detail: result.reason });
        kept.set(key, result.jpeg);
        return result.jpeg;
      } finally {
        release();
      }
    });
  };
}
