import {
  type Caller,
  type Conn,
  deleteBookmarksOfCamera,
  deleteCamera,
  deleteSightings,
  type FootageFate,
  findAnyCamera,
  findDefaultPolicyId,
  hasFootage,
  hasHistory,
  lockFor,
  markCameraRemoved,
  reduceToName,
} from '@holdfast/db';
import type { Alerts } from '../alerts/alerts.ts';
import type { Note } from '../http/audit-note.ts';
import { Problem } from '../http/problem.ts';
import { reapIfEmpty } from '../policies/edit-camera-policy.ts';
import { type CameraFootage, readCameraFootage } from './camera-footage.ts';

/**
 * A camera that never recorded and has no events is deleted. Any other becomes a tombstone: its footage keeps its policy and
 * expires by it, or is deleted soon; the recorder deletes the tombstone after its last segment and event. For an already
 * removed camera only the fate of its footage changes.
 */
export async function removeCamera(
  { tx, alerts, note, nowMs }: { tx: Conn; alerts: Alerts; note: Note; nowMs: number },
  { id, footageFate, caller }: { id: string; footageFate: FootageFate; caller: Caller },
): Promise<void> {
  await lockFor(tx, 'policies');
  const camera = await findAnyCamera(tx, id);
  if (!camera) throw new Problem('not-found');
  // A request that is repeated changes nothing.
  if (camera.removedAt !== null && camera.footageFate === footageFate) return;
  const removedAt = camera.removedAt ?? new Date(nowMs);
  const recorded = await hasFootage(tx, id);
  const removed = { id, name: camera.name, cameraIds: [id] };
  if (!recorded && !(await hasHistory(tx, id))) {
    await note(tx, { ...removed, details: { footage: 'none' } });
    await deleteCamera(tx, id);
    await reapIfEmpty(tx, camera.policyId);
    return;
  }
  const footage = await readCameraFootage(tx, id);
  if (footageFate === 'delete_protected') await deleteBookmarksOfCamera(tx, id);
  await markCameraRemoved(tx, id, { removedAt, footageFate });
  const sentence = sentenceOf({ name: camera.name, username: caller.username, footageFate, footage });
  await alerts.raise(tx, { eventKey: 'camera_removed', cameraId: id, tsMs: nowMs, ...sentence, plateReadId: null });
  const { by: _, ...details } = sentence.data;
  await note(tx, { ...removed, details });
  if (recorded) return;
  if (footageFate !== 'keep') await deleteSightings(tx, id);
  await reduceToName(tx, id, await findDefaultPolicyId(tx));
  await reapIfEmpty(tx, camera.policyId);
}

const HOUR_MS = 3_600_000;

/** The action, as a sentence and as data. */
function sentenceOf({
  name,
  username,
  footageFate,
  footage: { all, kept, bookmarks },
}: {
  name: string;
  username: string;
  footageFate: FootageFate;
  footage: CameraFootage;
}) {
  const spared = footageFate === 'delete' ? kept : { bytes: 0, milliseconds: 0 };
  const hours = footageFate === 'keep' ? 0 : (all.milliseconds - spared.milliseconds) / HOUR_MS;
  const bytes = footageFate === 'keep' ? 0 : all.bytes - spared.bytes;
  const what =
    footageFate === 'keep'
      ? 'and kept its footage'
      : `with ${hours.toFixed(1)} hours of footage${footageFate === 'delete_protected' ? ', protected footage included' : ''}`;
  return {
    detail: `${username} removed ${name} ${what}.`,
    data: {
      by: username,
      footage: footageFate === 'keep' ? 'keep' : 'delete',
      protected: footageFate === 'delete_protected' ? 'delete' : 'keep',
      hours,
      bytes,
      bookmarks: footageFate === 'delete_protected' ? (bookmarks[0]?.count ?? 0) : 0,
    },
  };
}
