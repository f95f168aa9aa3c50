import { type Conn, existingCameraIds } from '@holdfast/db';
import { Problem } from '../http/problem.ts';

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
    .map((id, index) => ({ id, pointer: `/camera_ids/${index}`, message: 'is not a camera' }))
    .filter(({ id }) => !existing.has(id))
    .map(({ pointer, message }) => ({ pointer, message }));
  if (errors.length > 0) throw new Problem('invalid', { errors });
}
