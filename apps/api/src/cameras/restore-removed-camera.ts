import { type Caller, type CameraRow, type Conn, findAnyCamera, lockFor, restoreCamera } from '@holdfast/db';
import type { Alerts } from '../alerts/alerts.ts';
import type { Note } from '../http/audit-note.ts';
import { Problem } from '../http/problem.ts';

/** Makes a removed camera active again, with its footage; under a new name if another camera has taken the old one. */
export async function restoreRemovedCamera(
  { tx, alerts, note, nowMs }: { tx: Conn; alerts: Alerts; note: Note; nowMs: number },
  { id, name, caller }: { id: string; name: string | undefined; caller: Caller },
): Promise<CameraRow> {
  await lockFor(tx, 'policies');
  const removed = await findAnyCamera(tx, id);
  const camera = removed && (await restoreCamera(tx, id, { name: name ?? removed.name }));
  if (!camera) throw new Problem('not-found');
  await alerts.raise(tx, {
    eventKey: 'camera_restored',
    cameraId: id,
    tsMs: nowMs,
    detail: `${caller.username} restored ${camera.name}.`,
    data: { by: caller.username },
    plateReadId: null,
  });
  await note(tx, { id, name: camera.name, cameraIds: [id] });
  return camera;
}
