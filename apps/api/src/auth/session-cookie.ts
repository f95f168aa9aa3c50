import type { FastifyRequest } from 'fastify';
import { cookieName, leaveCookie, readCookie } from '../http/cookies.ts';

const SESSION = 'session';

export const sessionCookieOf = (request: FastifyRequest): string | undefined =>
  request.headers.cookie === undefined ? undefined : readCookie(request, cookieName(request, SESSION));

/** With `remember` it outlives the browser, as long as the session does. */
export const leaveSessionCookie = (
  request: FastifyRequest,
  { token, remember, lifeMs }: { token: string; remember: boolean; lifeMs: number },
): void =>
  leaveCookie(request, {
    name: cookieName(request, SESSION),
    value: token,
    ...(remember && { maxAgeSeconds: Math.floor(lifeMs / 1000) }),
  });

export const dropSessionCookie = (request: FastifyRequest): void =>
  leaveCookie(request, { name: cookieName(request, SESSION), value: '', maxAgeSeconds: 0 });
