import { type Database, listLivingSegments } from '@holdfast/db';
import { type AnnouncedCache, createAnnouncedCache } from '../caches/announced-cache.ts';
import type { PackId, PreviewPacks } from './preview-packs.ts';

/** Scrubbing stays within a few hours of a few cameras. */
const KNOWN_PACKS = { most: 256, forMs: 60_000 };

/** Whether the segment of a preview exists and a user may see it. Read per pack, because scrubbing needs many of one. */
export function createPreviewAccess({ db, packs }: { db: Database; packs: PreviewPacks }) {
  const known: AnnouncedCache<ReadonlySet<number>> = createAnnouncedCache(KNOWN_PACKS);
  return {
    known,
    maySee: async (userId: string, pack: PackId, segmentId: number): Promise<boolean> => {
      const { cameraId, hourMs } = pack;
      const listVisible = (ids: readonly number[]) => listLivingSegments(db, { cameraId, userId, ids });
      const seen = await known.load(`${userId} ${cameraId} ${hourMs}`, async () =>
        listVisible((await packs.read(pack)).map((preview) => preview.segmentId)),
      );
      // It may have been made after the pack was cached.
      return seen.has(segmentId) || (await listVisible([segmentId])).has(segmentId);
    },
  };
}
