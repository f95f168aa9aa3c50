import { reasonCode } from '@holdfast/domain';
import { createPermits, singleFlight } from '@holdfast/kit';
import type { SegmentTranscoder } from '@holdfast/media';
import { createByteCache } from '../caches/byte-cache.ts';
import { Problem } from '../http/problem.ts';

const CACHE_BYTES = 128 * 1024 * 1024;

export interface TranscodedFootage {
  of(segment: { id: number; path: string }, left: AbortSignal): Promise<Buffer>;
}

/** Recorded files as H.264: each made once for concurrent callers, then cached. Cancelled when all callers have left. */
export function createTranscodedFootage({
  transcodeSegment,
  concurrency,
}: {
  transcodeSegment: SegmentTranscoder;
  concurrency: number;
}): TranscodedFootage {
  const kept = createByteCache(CACHE_BYTES);
  const permits = createPermits(concurrency);
  const once = singleFlight<Buffer>();

  const make = async ({ id, path }: { id: number; path: string }, abandoned: AbortSignal): Promise<Buffer> => {
    const release = await permits.acquire(abandoned);
    try {
      const made = await transcodeSegment({ path, signal: abandoned });
      if (made.kind !== 'ok') throw new Problem('no-footage', { reason: made.reason });
      kept.set(String(id), made.mp4);
      return made.mp4;
    } finally {
      release();
    }
  };

  return {
    of: async (segment, left) => {
      const known = kept.get(String(segment.id));
      if (known) return known;
      return once(String(segment.id), (abandoned) => make(segment, abandoned), left).catch((err: unknown) => {
        // The client has left: the problem is sent to nobody, but must not count as a server error.
        throw left.aborted ? new Problem('no-footage', { reason: reasonCode('viewer-left') }) : err;
      });
    },
  };
}
