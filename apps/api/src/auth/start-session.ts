import { type Conn, insertSession } from '@holdfast/db';
import { type Clock, REMEMBERED_SESSION_MS, SESSION_MS, type Tokens } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';

export interface SessionDeps {
  tokens: Tokens;
  clock: Clock;
}

interface StartSession {
  userId: string;
  passwordHash: string;
  remember: boolean;
  request: FastifyRequest;
}

export const sessionEnd = (clock: Clock, remember: boolean) =>
  new Date(clock.now() + (remember ? REMEMBERED_SESSION_MS : SESSION_MS));

/** A new session row and the token that stands for it, for somebody whose password is still the one that was checked. */
export async function startSession(
  conn: Conn,
  { tokens, clock }: SessionDeps,
  { userId, passwordHash, remember, request }: StartSession,
) {
  const expiresAt = sessionEnd(clock, remember);
  const session = await insertSession(conn, {
    userId,
    passwordHash,
    remember,
    expiresAt,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
  });
  if (!session) throw new Problem('wrong-credentials');
  const token = await tokens.signUser({ userId, sessionId: session.id, expiresAt });
  return { token, expires_at: expiresAt.toISOString() };
}
