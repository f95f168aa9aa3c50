import { Type } from 'typebox';
import { ById, CAMERA_IDS_BODY_BYTES, CameraIds } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, Password, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const User = Strict(
  {
    id: Uuid,
    username: Type.String(),
    role_id: Uuid,
    /** Cameras in addition to those of the role. */
    camera_ids: CameraIds,
    created_at: Timestamp,
  },
  { $id: 'User' },
);

export const users = {
  list: route({
    method: 'GET',
    path: '/config/users',
    access: 'admin',
    summary: 'All users by name',
    reply: Strict({ items: Type.Array(User) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/users',
    access: 'admin',
    summary: 'Creates a user',
    body: Strict({ username: Name, password: Password, role_id: Uuid, camera_ids: Type.Optional(CameraIds) }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    status: 201,
    reply: User,
  }),
  get: route({
    method: 'GET',
    path: '/config/users/{id}',
    access: 'admin',
    summary: 'One user',
    params: ById,
    reply: User,
  }),
  update: route({
    method: 'PUT',
    path: '/config/users/{id}',
    access: 'admin',
    summary: 'Changes a user; a new password ends all their sessions',
    params: ById,
    body: Patch({ username: Name, password: Password, role_id: Uuid, camera_ids: CameraIds }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    reply: User,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/users/{id}',
    access: 'admin',
    summary: 'Removes a user and ends their sessions; the last administrator stays',
    params: ById,
    reply: noContent,
  }),
};
