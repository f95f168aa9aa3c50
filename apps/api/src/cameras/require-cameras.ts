import { type Conn, existingCameraIds } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { fieldError, Problem } from '../http/problem.ts';

/**
 * Refuses a list that names a camera which does not exist, and says which. Whoever may see a camera may see it after it was
 * removed, so lists of what people see hold removed ones too.
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
