import { Type } from 'typebox';
import { ById, CAMERA_IDS_BODY_BYTES, CameraIds } from './identifiers.ts';
import { noContent, route } from './route.ts';
import { Name, Nullable, Patch, Strict, Timestamp, Uuid } from './scalars.ts';

const Group = Strict({ id: Uuid, name: Type.String(), camera_ids: CameraIds, created_at: Timestamp }, { $id: 'Group' });

/** A group as everybody sees it. */
const VisibleGroup = Strict(
  {
    id: Uuid,
    name: Type.String(),
    /** Only those the caller may see. */
    camera_ids: CameraIds,
  },
  { $id: 'VisibleGroup' },
);

/** A group only assigns a policy to each member; it has no effect of its own. */
export const groups = {
  listVisible: route({
    method: 'GET',
    path: '/groups',
    access: 'user',
    summary: 'Camera groups by name, with the cameras that the caller may see; those without any are left out',
    reply: Strict({ items: Type.Array(VisibleGroup) }),
  }),
  list: route({
    method: 'GET',
    path: '/config/groups',
    access: 'admin',
    summary: 'All camera groups by name',
    reply: Strict({ items: Type.Array(Group) }),
  }),
  create: route({
    method: 'POST',
    path: '/config/groups',
    access: 'admin',
    summary: 'Creates a camera group',
    body: Strict({ name: Name }),
    status: 201,
    reply: Group,
  }),
  update: route({
    method: 'PUT',
    path: '/config/groups/{id}',
    access: 'admin',
    summary: 'Renames a camera group',
    params: ById,
    body: Patch({ name: Name }),
    reply: Group,
  }),
  remove: route({
    method: 'DELETE',
    path: '/config/groups/{id}',
    access: 'admin',
    summary: 'Removes a camera group; its cameras keep their policies',
    params: ById,
    reply: noContent,
  }),
  setMembers: route({
    method: 'PUT',
    path: '/config/groups/{id}/members',
    access: 'admin',
    summary: 'Sets which cameras belong to the group',
    params: ById,
    body: Strict({ camera_ids: CameraIds }),
    bodyLimitBytes: CAMERA_IDS_BODY_BYTES,
    reply: Group,
  }),
  setPolicy: route({
    method: 'PUT',
    path: '/config/groups/{id}/policy',
    access: 'admin',
    summary: 'Pins every member of the group to a policy; null means Default',
    params: ById,
    body: Strict({ policy_id: Nullable(Uuid) }),
    reply: Group,
  }),
};
