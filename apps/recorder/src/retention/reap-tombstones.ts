import {
  type Database,
  deleteCamera,
  deleteEmptiedDeviation,
  deleteEmptyCounters,
  deleteSightings,
  findDefaultPolicyId,
  hasHistory,
  listEmptyTombstones,
  lockFor,
  reduceToName,
} from '@holdfast/db';

// The last segment of a camera may still be waiting for its row when the camera is removed.
const SETTLED_MS = 10 * 60_000;

/**
 * Deletes removed cameras whose footage is gone, and the deviations that only they used. A camera with events keeps its
 * row for its name; its detections are kept too, unless the footage was to be deleted.
 */
export async function reapTombstones({ db, nowMs }: { db: Database; nowMs: number }): Promise<number> {
  const tombstones = await listEmptyTombstones(db, new Date(nowMs - SETTLED_MS));
  for (const { id, policyId, footageFate } of tombstones)
    await db.transaction().execute(async (tx) => {
      await lockFor(tx, 'policies');
      await deleteEmptyCounters(tx, id);
      if (footageFate !== 'keep') await deleteSightings(tx, id);
      if (await hasHistory(tx, id)) await reduceToName(tx, id, await findDefaultPolicyId(tx));
      else await deleteCamera(tx, id);
      await deleteEmptiedDeviation(tx, policyId);
    });
  return tombstones.length;
}
