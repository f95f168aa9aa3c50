import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

const withMembers = (conn: Conn) =>
  conn
    .selectFrom('cameraGroup')
    .selectAll('cameraGroup')
    .select((eb) =>
      eb
        .selectFrom('cameraGroupMember')
        .select(sql<string[]>`coalesce(array_agg(camera_id order by camera_id), '{}')`.as('ids'))
        .whereRef('cameraGroupMember.groupId', '=', 'cameraGroup.id')
        .$castTo<{ ids: string[] }>()
        .as('cameraIds'),
    );

export const listGroups = (conn: Conn) => withMembers(conn).orderBy(sql`lower(name)`).execute();

export const findGroup = (conn: Conn, id: string) =>
  withMembers(conn).where('cameraGroup.id', '=', id).executeTakeFirst();

export const insertGroup = (conn: Conn, name: string) =>
  conn.insertInto('cameraGroup').values({ name }).returning('id').executeTakeFirstOrThrow();

export const renameGroup = (conn: Conn, id: string, name: string) =>
  conn.updateTable('cameraGroup').set({ name }).where('id', '=', id).execute();

export const deleteGroup = (conn: Conn, id: string) =>
  conn.deleteFrom('cameraGroup').where('id', '=', id).returning('id').executeTakeFirst();

export async function setGroupMembers(tx: Conn, groupId: string, cameraIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('cameraGroupMember').where('groupId', '=', groupId).execute();
  if (cameraIds.length === 0) return;
  await tx
    .insertInto('cameraGroupMember')
    .values(cameraIds.map((cameraId) => ({ groupId, cameraId })))
    .execute();
}
