import type { findRole } from '@holdfast/db';

type RoleRow = NonNullable<Awaited<ReturnType<typeof findRole>>>;

export const presentRole = (role: RoleRow) => ({
  id: role.id,
  name: role.name,
  capabilities: role.capabilities,
  all_cameras: role.allCameras,
  camera_ids: role.cameraIds ?? [],
  created_at: role.createdAt.toISOString(),
});
