import type { Routes } from '@holdfast/contract';
import {
  countAdmins,
  type Database,
  deleteSession,
  extendSession,
  findCredentials,
  listSessionsOfUser,
} from '@holdfast/db';
import { sessionEndMs } from '@holdfast/domain';
import type { Clock, Tokens } from '@holdfast/kit';
import type { AuditSpans } from '../audit/audit-spans.ts';
import type { Handlers } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import type { Callers } from './callers.ts';
import { createFirstAdmin } from './create-admin.ts';
import { knownDeviceOf } from './known-device.ts';
import type { PasswordCheck } from './password-check.ts';
import type { PasswordHasher } from './passwords.ts';
import { refuseOwnName } from './refuse-own-name.ts';
import { dropSessionCookie } from './session-cookie.ts';
import { handOver, startSession } from './start-session.ts';

interface AuthDeps {
  db: Database;
  clock: Clock;
  passwords: PasswordHasher;
  tokens: Tokens;
  callers: Callers;
  isSetUp: () => boolean;
  auditSpans: AuditSpans;
  checkPassword: PasswordCheck;
}

export function authHandlers(deps: AuthDeps): Handlers<Routes['auth']> {
  const { db, clock, passwords, tokens, callers, isSetUp, auditSpans, checkPassword } = deps;

  const requireSetUp = () => {
    if (!isSetUp()) throw new Problem('database-unavailable', { retryAfterSeconds: 1 });
  };

  return {
    setup: async () => {
      requireSetUp();
      return { needs_bootstrap: (await countAdmins(db)) === 0 };
    },

    bootstrap: async ({ body, request, note }) => {
      requireSetUp();
      // Checked first, so that a stranger cannot make a finished install hash passwords.
      if ((await countAdmins(db)) > 0) throw new Problem('already-bootstrapped');
      refuseOwnName(body);
      const passwordHash = await passwords.hash(body.password);
      return db.transaction().execute(async (tx) => {
        const admin = await createFirstAdmin(tx, { username: body.username, passwordHash });
        if (!admin) throw new Problem('already-bootstrapped');
        const inCookie = body.cookie ?? false;
        const actor = { userId: admin.id, username: body.username };
        await note(tx, { id: admin.id, name: body.username, actor });
        return startSession(tx, deps, { userId: admin.id, passwordHash, remember: false, inCookie, request });
      });
    },

    login: async ({ body, request, note }) => {
      const { remember = false, cookie = false } = body;
      const device = await knownDeviceOf(request, tokens);
      const proven = await checkPassword({ ...body, address: request.ip, device });
      if (!proven) {
        const user = await findCredentials(db, body.username);
        await auditSpans.signInFailed(request, user && { userId: user.id, username: user.username });
        throw new Problem('wrong-credentials');
      }
      return db.transaction().execute(async (tx) => {
        const session = await startSession(tx, deps, { ...proven, remember, inCookie: cookie, request });
        const { userId, username } = proven;
        await note(tx, { id: userId, name: username, actor: { userId, username } });
        return session;
      });
    },

    refresh: async ({ caller, request }) => {
      const sessions = await listSessionsOfUser(db, caller.userId, new Date(clock.now()));
      const own = sessions.find(({ id }) => id === caller.sessionId);
      if (!own) throw new Problem('unauthenticated');
      const nowMs = clock.now();
      const endMs = sessionEndMs({ createdAtMs: own.createdAt.getTime(), nowMs, remember: own.remember });
      if (endMs === undefined) throw new Problem('unauthenticated');
      const expiresAt = new Date(endMs);
      // It may have ended since it was listed.
      if (!(await extendSession(db, own.id, expiresAt))) throw new Problem('unauthenticated');
      const token = await tokens.signUser({ userId: caller.userId, sessionId: own.id, expiresAt });
      return handOver({ token, expiresAt, nowMs }, { inCookie: request.isByCookie, remember: own.remember, request });
    },

    logout: async ({ caller, request, note }) => {
      if (request.isByCookie) dropSessionCookie(request);
      await db.transaction().execute(async (tx) => {
        await deleteSession(tx, { id: caller.sessionId, userId: caller.userId });
        await note(tx);
      });
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

    endSession: async ({ params, caller, note }) => {
      await db.transaction().execute(async (tx) => {
        if (!(await deleteSession(tx, { id: params.id, userId: caller.userId }))) throw new Problem('not-found');
        await note(tx);
      });
      callers.forget();
    },
  };
}
