import { type Conn, insertSession } from '@holdfast/db';
import { sessionEndMs } from '@holdfast/domain';
import type { Clock, Tokens } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import { rememberDevice } from './known-device.ts';
import { setSessionCookie } from './session-cookie.ts';

export interface SessionDeps {
  tokens: Tokens;
  clock: Clock;
}

interface StartSession {
  userId: string;
  passwordHash: string;
  remember: boolean;
  /** The token goes into a cookie that scripts cannot read, instead of the reply. */
  inCookie: boolean;
  request: FastifyRequest;
}

/** A new session and its token, for a user whose password is still the one that was checked. */
export async function startSession(
  conn: Conn,
  { tokens, clock }: SessionDeps,
  { userId, passwordHash, remember, inCookie, request }: StartSession,
) {
  const nowMs = clock.now();
  const expiresAt = new Date(sessionEndMs({ createdAtMs: nowMs, nowMs, remember }) ?? nowMs);
  const session = await insertSession(conn, {
    userId,
    passwordHash,
    remember,
    createdAt: new Date(nowMs),
    expiresAt,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
  });
  if (!session) throw new Problem('wrong-credentials');
  const token = await tokens.signUser({ userId, sessionId: session.id, expiresAt });
  if (inCookie) await rememberDevice(request, { tokens, clock }, userId);
  return handOver({ token, expiresAt, nowMs }, { inCookie, remember, request });
}

/** The token in the requested form: in the reply, or in the cookie. */
export function handOver(
  { token, expiresAt, nowMs }: { token: string; expiresAt: Date; nowMs: number },
  { inCookie, remember, request }: { inCookie: boolean; remember: boolean; request: FastifyRequest },
) {
  if (inCookie) setSessionCookie(request, { token, remember, lifeMs: expiresAt.getTime() - nowMs });
  return { token: inCookie ? '' : token, expires_at: expiresAt.toISOString() };
}
