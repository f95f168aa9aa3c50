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

// The last segment of a camera may still be on its way into the index when the camera is removed.
const SETTLED_MS = 10 * 60_000;

/**
 * Ends removed cameras whose last footage is gone, and the deviations that only they had. A camera that events still name
 * stays as that name; what detectors saw stays with it, unless the footage was to be deleted.
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
