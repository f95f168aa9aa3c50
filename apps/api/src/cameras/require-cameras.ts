import { type Conn, existingCameraIds } from '@holdfast/db';
import { Problem } from '../http/problem.ts';

/** Refuses a list that names a camera which does not exist, and says which. */
export async function requireCameras(conn: Conn, ids: readonly string[]): Promise<void> {
  const existing = await existingCameraIds(conn, ids);
  const errors = ids
    .map((id, index) => ({ id: id.toLowerCase(), pointer: `/camera_ids/${index}`, message: 'is not a camera' }))
    .filter(({ id }) => !existing.has(id))
    .map(({ pointer, message }) => ({ pointer, message }));
  if (errors.length > 0) throw new Problem('invalid', { errors });
}
