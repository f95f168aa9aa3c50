import {
  type Conn,
  deleteBookmarksOfCamera,
  deleteCamera,
  entombCamera,
  findCamera,
  hasFootage,
  lockFor,
} from '@holdfast/db';
import { Problem } from '../http/problem.ts';
import { reapIfEmpty } from '../policies/edit-camera-policy.ts';

/**
 * A camera that never recorded is simply gone. One with footage becomes a tombstone: its footage keeps its policy and
 * ages out by it, or is deleted soon; the recorder ends the tombstone with its last segment.
 */
export async function removeCamera(
  tx: Conn,
  id: string,
  { footageFate, removedAt }: { footageFate: 'keep' | 'delete'; removedAt: Date },
): Promise<undefined> {
  await lockFor(tx, 'policies');
  const camera = await findCamera(tx, id);
  if (!camera) throw new Problem('not-found');
  if (await hasFootage(tx, id)) {
    // Whoever says delete means also what was bookmarked.
    if (footageFate === 'delete') await deleteBookmarksOfCamera(tx, id);
    await entombCamera(tx, id, { removedAt, footageFate });
    return;
  }
  await deleteCamera(tx, id);
  await reapIfEmpty(tx, camera.policyId);
}
