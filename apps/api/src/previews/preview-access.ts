import { type Database, listLivingSegments } from '@holdfast/db';
import { type AnnouncedCache, createAnnouncedCache } from '@holdfast/kit';
import type { PackId, PreviewPacks } from './preview-packs.ts';

/** A person who scrubs stays within a few hours of a few cameras. */
const KNOWN_PACKS = { most: 256, forMs: 60_000 };

/** Whether the segment of a preview exists and a user may see it: asked for whole packs, since a person who scrubs wants many of one. */
export function createSeenPreviews({ db, packs }: { db: Database; packs: PreviewPacks }) {
  const known: AnnouncedCache<ReadonlySet<number>> = createAnnouncedCache(KNOWN_PACKS);
  return {
    known,
    maySee: async (userId: string, pack: PackId, segmentId: number): Promise<boolean> => {
      const { cameraId, hourMs } = pack;
      const ask = (ids: readonly number[]) => listLivingSegments(db, { cameraId, userId, ids });
      const seen = await known.load(`${userId} ${cameraId} ${hourMs}`, async () =>
        ask((await packs.read(pack)).map((preview) => preview.segmentId)),
      );
      // Perhaps it was made since then.
      return seen.has(segmentId) || (await ask([segmentId])).has(segmentId);
    },
  };
}
