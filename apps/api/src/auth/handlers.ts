import type { Routes } from '@holdfast/contract';
import { countAdmins, deleteSession, extendSession, listSessionsOfUser } from '@holdfast/db';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { createFirstAdmin } from './create-admin.ts';
import type { PasswordCheck } from './password-check.ts';
import { sessionEnd, startSession } from './start-session.ts';

export function authHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'tokens' | 'callers'> & { checkPassword: PasswordCheck },
): Handlers<Routes['auth']> {
  const { db, clock, passwords, tokens, callers, checkPassword } = deps;

  return {
    setup: async () => ({ needs_bootstrap: (await countAdmins(db)) === 0 }),

    bootstrap: async ({ body, request }) => {
      // Asked first, so that a stranger cannot make a finished install hash passwords.
      if ((await countAdmins(db)) > 0) throw new Problem('already-bootstrapped');
      const passwordHash = await passwords.hash(body.password);
      return db.transaction().execute(async (tx) => {
        const admin = await createFirstAdmin(tx, { username: body.username, passwordHash });
        if (!admin) throw new Problem('already-bootstrapped');
        return startSession(tx, deps, { userId: admin.id, passwordHash, remember: false, request });
      });
    },

    login: async ({ body, request }) => {
      const proven = await checkPassword({ ...body, address: request.ip });
      if (!proven) throw new Problem('wrong-credentials');
      return startSession(db, deps, { ...proven, remember: body.remember ?? false, request });
    },

    refresh: async ({ caller }) => {
      const sessions = await listSessionsOfUser(db, caller.userId, new Date(clock.now()));
      const own = sessions.find(({ id }) => id === caller.sessionId);
      if (!own) throw new Problem('unauthenticated');
      const expiresAt = sessionEnd(clock, own.remember);
      // It may have been ended since it was listed.
      if (!(await extendSession(db, own.id, expiresAt))) throw new Problem('unauthenticated');
      const token = await tokens.signUser({ userId: caller.userId, sessionId: own.id, expiresAt });
      return { token, expires_at: expiresAt.toISOString() };
    },

    logout: async ({ caller }) => {
      await deleteSession(db, { id: caller.sessionId, userId: caller.userId });
      callers.forget();
    },

    sessions: async ({ caller }) => {
      const sessions = await listSessionsOfUser(db, caller.userId, new Date(clock.now()));
      return {
        items: sessions.map((session) => ({
          id: session.id,
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          remember: session.remember,
          current: session.id === caller.sessionId,
          client_address: session.clientAddress,
          user_agent: session.userAgent,
        })),
      };
    },

    endSession: async ({ params, caller }) => {
      const ended = await deleteSession(db, { id: params.id, userId: caller.userId });
      callers.forget();
      if (!ended) throw new Problem('not-found');
    },
  };
}
