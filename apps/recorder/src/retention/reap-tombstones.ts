import {
  type Database,
  deleteCamera,
  deleteEmptiedDeviation,
  deleteEmptyCounters,
  listEmptyTombstones,
  lockFor,
} from '@holdfast/db';

// The last segment of a camera may still be on its way into the index when the camera is removed.
const SETTLED_MS = 10 * 60_000;

/** Ends removed cameras whose last footage is gone, and the deviations that only they had. */
export async function reapTombstones({ db, nowMs }: { db: Database; nowMs: number }): Promise<number> {
  const tombstones = await listEmptyTombstones(db, new Date(nowMs - SETTLED_MS));
  for (const { id, policyId } of tombstones)
    await db.transaction().execute(async (tx) => {
      await lockFor(tx, 'policies');
      await deleteEmptyCounters(tx, id);
      await deleteCamera(tx, id);
      await deleteEmptiedDeviation(tx, policyId);
    });
  return tombstones.length;
}
