import type { Routes } from '@holdfast/contract';
import { type Database, deleteSession, deleteSessionsOfUser, replacePasswordHash } from '@holdfast/db';
import { holds } from '@holdfast/domain';
import type { Clock, Tokens } from '@holdfast/kit';
import type { Callers } from '../auth/callers.ts';
import { knownDeviceOf } from '../auth/known-device.ts';
import type { PasswordCheck } from '../auth/password-check.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { refuseOwnName } from '../auth/refuse-own-name.ts';
import { startSession } from '../auth/start-session.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';

export function meHandlers(deps: {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
  tokens: Tokens;
  callers: Callers;
  checkPassword: PasswordCheck;
}): Handlers<Routes['me']> {
  const { db, passwords, callers, checkPassword } = deps;
  return {
    get: ({ caller }) => ({
      id: caller.userId,
      username: caller.username,
      role: { id: caller.roleId, name: caller.roleName },
      capabilities: caller.capabilities,
      plates_enabled: caller.platesEnabled && holds(caller.capabilities, 'view_plates'),
    }),

    changePassword: async ({ caller, body, request, note }) => {
      const { userId, sessionId, username } = caller;
      refuseOwnName({ username, password: body.new_password }, '/new_password');
      const device = await knownDeviceOf(request, deps.tokens);
      const proven = await checkPassword({ username, password: body.current_password, address: request.ip, device });
      if (proven?.userId !== userId) throw new Problem('wrong-password');
      const passwordHash = await passwords.hash(body.new_password);
      const token = await db.transaction().execute(async (tx) => {
        // Another password change came first, or the session was ended: the caller is not signed in any more.
        const changed = await replacePasswordHash(tx, userId, { from: proven.passwordHash, to: passwordHash });
        if (!changed || !(await deleteSession(tx, { id: sessionId, userId }))) throw new Problem('unauthenticated');
        await deleteSessionsOfUser(tx, userId);
        await note(tx, { id: userId, name: username });
        return startSession(tx, deps, { userId, passwordHash, remember: false, inCookie: request.isByCookie, request });
      });
      callers.forget();
      return token;
    },
  };
}
