import { type Conn, existingCameraIds, findCamera } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { fieldError, Problem } from '../http/problem.ts';

/**
 * Refuses a list with an unknown camera, and names it. Users keep access to removed cameras, so lists of visible cameras
 * contain them too.
 */
export async function requireCameras(
  conn: Conn,
  ids: readonly string[],
  { withRemoved = false }: { withRemoved?: boolean } = {},
): Promise<void> {
  const existing = await existingCameraIds(conn, ids, { withRemoved });
  const errors = ids
    .map((id, index) => ({ id, error: fieldError(`/camera_ids/${index}`, reasonCode('not-a-camera-id')) }))
    .filter(({ id }) => !existing.has(id))
    .map(({ error }) => error);
  if (errors.length > 0) throw new Problem('invalid', { errors });
}

export async function requireCamera(conn: Conn, id: string) {
  const camera = await findCamera(conn, id);
  if (!camera) throw new Problem('not-found');
  return camera;
}
