import { Type } from 'typebox';
import { ById, CAMERA_IDS_BODY_BYTES, CameraIds } from './identifiers.ts';
import { Capabilities } from './me.ts';
import { noContent, route } from './route.ts';
import { Name, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const Role = Strict(
  {
    id: Uuid,
    name: Type.String(),
    capabilities: Capabilities,
    /** Sees every camera, also those added later. */
    all_cameras: Type.Boolean(),
    camera_ids: CameraIds,
    created_at: Timestamp,
  },
  { $id: 'Role' },
);

export const roles = {
  list: route({
    method: 'GET',
    path: '/config/roles',
    access: 'admin',
    summary: 'All roles by name',
    reply: Strict({ items: Type.Array(Role) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/roles',
    access: 'admin',
    summary: 'Creates a role',
    body: Strict({
      name: Name,
      capabilities: Capabilities,
      all_cameras: Type.Optional(Type.Boolean()),
      camera_ids: Type.Optional(CameraIds),
    }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    status: 201,
    reply: Role,
  }),
  get: route({
    method: 'GET',
    path: '/config/roles/{id}',
    access: 'admin',
    summary: 'One role',
    params: ById,
    reply: Role,
  }),
  update: route({
    method: 'PUT',
    path: '/config/roles/{id}',
    access: 'admin',
    summary: 'Changes a role, with effect on its users at once',
    params: ById,
    body: Patch({ name: Name, capabilities: Capabilities, all_cameras: Type.Boolean(), camera_ids: CameraIds }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    reply: Role,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/roles/{id}',
    access: 'admin',
    summary: 'Removes a role that has no users',
    params: ById,
    reply: noContent,
  }),
};
