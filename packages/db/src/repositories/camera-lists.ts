import { sql } from 'kysely';
import type { Conn } from '../connect.ts';

/** Tables that assign cameras to something, by the column of their owner. */
const lists = { role_camera: 'role_id', user_camera: 'user_id', camera_group_member: 'group_id' } as const;

/** Replaces the list with these cameras. Duplicates, also of concurrent callers, are stored once. */
export async function replaceCameras(
  tx: Conn,
  list: keyof typeof lists,
  { ownerId, cameraIds }: { ownerId: string; cameraIds: readonly string[] },
): Promise<void> {
  const table = sql.table(list);
  const owner = sql.ref(lists[list]);
  await sql`delete from ${table} where ${owner} = ${ownerId} and camera_id <> all (${cameraIds}::uuid[])`.execute(tx);
  await sql`insert into ${table} (${owner}, camera_id) select ${ownerId}, unnest(${cameraIds}::uuid[]) on conflict do nothing`.execute(
    tx,
  );
}
