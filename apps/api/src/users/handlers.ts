import type { Routes } from '@holdfast/contract';
import {
  type Conn,
  type Database,
  deleteSessionsOfUser,
  deleteUser,
  findRole,
  findUser,
  insertUser,
  listUsers,
  lockFor,
  setUserCameras,
  updateUser,
} from '@holdfast/db';
import { auditChanges, reasonCode } from '@holdfast/domain';
import type { Callers } from '../auth/callers.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { refuseOwnName } from '../auth/refuse-own-name.ts';
import { requireCameras } from '../cameras/require-cameras.ts';
import type { Handlers } from '../http/mount.ts';
import { invalidField, Problem } from '../http/problem.ts';
import { presentUser } from './present.ts';
import { requireAdminLeft } from './require-admin.ts';

export function userHandlers({
  db,
  passwords,
  callers,
}: {
  db: Database;
  passwords: PasswordHasher;
  callers: Callers;
}): Handlers<Routes['users']> {
  const show = async (conn: Conn, id: string) => {
    const user = await findUser(conn, id);
    if (!user) throw new Problem('not-found');
    return presentUser(user);
  };
  const requireRole = async (conn: Conn, roleId: string) => {
    if (!(await findRole(conn, roleId))) throw invalidField('/role_id', reasonCode('not-a-role'));
  };

  return {
    list: async () => ({ items: (await listUsers(db)).map(presentUser) }),

    get: ({ params }) => show(db, params.id),

    create: async ({ body, note }) => {
      refuseOwnName(body);
      const passwordHash = await passwords.hash(body.password);
      return db.transaction().execute(async (tx) => {
        await requireRole(tx, body.role_id);
        await requireCameras(tx, body.camera_ids ?? [], { withRemoved: true });
        const { id } = await insertUser(tx, { username: body.username, passwordHash, roleId: body.role_id });
        await setUserCameras(tx, id, body.camera_ids ?? []);
        await note(tx, { id, name: body.username });
        return show(tx, id);
      });
    },

    update: async ({ params: { id }, body, note }) => {
      if (body.password !== undefined) {
        const username = body.username ?? (await findUser(db, id))?.username ?? '';
        refuseOwnName({ username, password: body.password });
      }
      const passwordHash = body.password === undefined ? undefined : await passwords.hash(body.password);
      const user = await db.transaction().execute(async (tx) => {
        await lockFor(tx, 'access');
        const before = await show(tx, id);
        if (body.role_id !== undefined) await requireRole(tx, body.role_id);
        if (body.camera_ids) await requireCameras(tx, body.camera_ids, { withRemoved: true });
        const change = {
          ...(body.username !== undefined && { username: body.username }),
          ...(passwordHash !== undefined && { passwordHash }),
          ...(body.role_id !== undefined && { roleId: body.role_id }),
        };
        if (Object.keys(change).length > 0) await updateUser(tx, id, change);
        if (body.camera_ids) await setUserCameras(tx, id, body.camera_ids);
        if (passwordHash !== undefined) await deleteSessionsOfUser(tx, id);
        await requireAdminLeft(tx);
        const after = await show(tx, id);
        await note(tx, { id, name: after.username, details: { changes: auditChanges({ before, after, sent: body }) } });
        return after;
      });
      callers.forget();
      return user;
    },

    remove: async ({ params, note }) => {
      await db.transaction().execute(async (tx) => {
        await lockFor(tx, 'access');
        const { id, username } = await show(tx, params.id);
        if (!(await deleteUser(tx, id))) throw new Problem('not-found');
        await requireAdminLeft(tx);
        await note(tx, { id, name: username });
      });
      callers.forget();
    },
  };
}
