import { type Conn, countAdmins, findAdminRole, insertRole, insertUser, lockFor } from '@holdfast/db';

/** The first administrator, or undefined when one exists. The lock serializes parallel calls. */
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
