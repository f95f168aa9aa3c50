import type { Capability } from '@holdfast/domain';
import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

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

export const listRoles = (conn: Conn) => withCameras(conn).orderBy(sql`lower(name)`).execute();

export const findRole = (conn: Conn, id: string) => withCameras(conn).where('role.id', '=', id).executeTakeFirst();

/** The role of the first administrator: the oldest that holds the capability. */
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
  conn.insertInto('role').values(role).returning('id').executeTakeFirstOrThrow();

export const updateRole = (conn: Conn, id: string, change: Partial<NewRole>) =>
  conn.updateTable('role').set(change).where('id', '=', id).execute();

export const deleteRole = (conn: Conn, id: string) =>
  conn.deleteFrom('role').where('id', '=', id).returning('id').executeTakeFirst();

export async function setRoleCameras(tx: Conn, roleId: string, cameraIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('roleCamera').where('roleId', '=', roleId).execute();
  if (cameraIds.length === 0) return;
  await tx
    .insertInto('roleCamera')
    .values(cameraIds.map((cameraId) => ({ roleId, cameraId })))
    .execute();
}
