import type { Capability } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';
import { replaceCameras } from './camera-lists.ts';
import { withNameKey, withNameKeyIfNamed } from './name-key.ts';

const withCameras = (conn: Conn) =>
  conn
    .selectFrom('role')
    .select((eb) => [
      'role.id',
      'role.name',
      'role.capabilities',
      'role.allCameras',
      'role.createdAt',
      eb
        .selectFrom('roleCamera')
        .select(sql<string[]>`coalesce(array_agg(camera_id order by camera_id), '{}')`.as('ids'))
        .whereRef('roleCamera.roleId', '=', 'role.id')
        .$castTo<{ ids: string[] }>()
        .as('cameraIds'),
    ]);

export const listRoles = (conn: Conn) => withCameras(conn).orderBy('nameKey').execute();

export const findRole = (conn: Conn, id: string) => withCameras(conn).where('role.id', '=', id).executeTakeFirst();

/** The role for the first administrator: the oldest with the capability. */
export const findAdminRole = (conn: Conn) =>
  conn
    .selectFrom('role')
    .select('id')
    .where(sql<boolean>`'admin' = any (capabilities)`)
    .orderBy('createdAt')
    .orderBy('name')
    .executeTakeFirst();

export interface NewRole {
  name: string;
  capabilities: Capability[];
  allCameras: boolean;
}

export const insertRole = (conn: Conn, role: NewRole) =>
  conn.insertInto('role').values(withNameKey(role)).returning('id').executeTakeFirstOrThrow();

export const updateRole = (conn: Conn, id: string, change: Partial<NewRole>) =>
  conn.updateTable('role').set(withNameKeyIfNamed(change)).where('id', '=', id).execute();

export const deleteRole = (conn: Conn, id: string) =>
  conn.deleteFrom('role').where('id', '=', id).returning('id').executeTakeFirst();

export const setRoleCameras = (tx: Conn, roleId: string, cameraIds: readonly string[]): Promise<void> =>
  replaceCameras(tx, 'role_camera', { ownerId: roleId, cameraIds });
