import { type Conn, countAdmins, findAdminRole, insertRole, insertUser, lockFor } from '@holdfast/db';

/** The first administrator, or undefined when there is one already. The lock makes parallel calls take turns. */
export async function createFirstAdmin(
  tx: Conn,
  { username, passwordHash }: { username: string; passwordHash: string },
): Promise<{ id: string } | undefined> {
  await lockFor(tx, 'access');
  if ((await countAdmins(tx)) > 0) return undefined;
  const role =
    (await findAdminRole(tx)) ??
    (await insertRole(tx, { name: 'Administrator', capabilities: ['admin'], allCameras: true }));
  return insertUser(tx, { username, passwordHash, roleId: role.id });
}
