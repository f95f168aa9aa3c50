import type { findUser } from '@holdfast/db';

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const presentUser = (user: UserRow) => ({
  id: user.id,
  username: user.username,
  role_id: user.roleId,
  camera_ids: user.cameraIds ?? [],
  created_at: user.createdAt.toISOString(),
});
