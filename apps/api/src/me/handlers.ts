import type { Routes } from '@holdfast/contract';
import { deleteSessionsOfUser, findPasswordHash, updateUser } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import { startSession } from '../auth/start-session.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

export function meHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'tokens' | 'callers'>,
): Handlers<Routes['me']> {
  const { db, passwords, callers } = deps;
  return {
    get: ({ caller }) => ({
      id: caller.userId,
      username: caller.username,
      role: { id: caller.roleId, name: caller.roleName },
      capabilities: caller.capabilities,
      plates_enabled: caller.platesEnabled && holds(caller.capabilities, 'view_plates'),
    }),

    changePassword: async ({ caller, body, request }) => {
      const user = await findPasswordHash(db, caller.userId);
      if (!(await passwords.verify(user?.passwordHash, body.current_password))) throw new Problem('wrong-password');
      const passwordHash = await passwords.hash(body.new_password);
      const token = await db.transaction().execute(async (tx) => {
        await updateUser(tx, caller.userId, { passwordHash });
        await deleteSessionsOfUser(tx, caller.userId);
        return startSession(tx, deps, { userId: caller.userId, remember: false, request });
      });
      callers.forget();
      return token;
    },
  };
}
