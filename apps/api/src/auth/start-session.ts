import { type Conn, insertSession } from '@holdfast/db';
import { type Clock, REMEMBERED_SESSION_MS, SESSION_MS, type Tokens } from '@holdfast/kit';
import type { FastifyRequest } from 'fastify';

export interface SessionDeps {
  tokens: Tokens;
  clock: Clock;
}

interface StartSession {
  userId: string;
  remember: boolean;
  request: FastifyRequest;
}

export const sessionEnd = (clock: Clock, remember: boolean) =>
  new Date(clock.now() + (remember ? REMEMBERED_SESSION_MS : SESSION_MS));

/** A new session row and the token that stands for it. */
export async function startSession(
  conn: Conn,
  { tokens, clock }: SessionDeps,
  { userId, remember, request }: StartSession,
) {
  const expiresAt = sessionEnd(clock, remember);
  const { id } = await insertSession(conn, {
    userId,
    remember,
    expiresAt,
    clientAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
  });
  return { token: await tokens.signUser({ userId, sessionId: id, expiresAt }), expires_at: expiresAt.toISOString() };
}
