import type { FastifyRequest } from 'fastify';
import { cookieName, readCookie, setCookie } from '../http/cookies.ts';

const SESSION = 'session';

export const sessionCookieOf = (request: FastifyRequest): string | undefined =>
  request.headers.cookie === undefined ? undefined : readCookie(request, cookieName(request, SESSION));

/** With `remember` it outlives the browser and lasts as long as the session. */
export const setSessionCookie = (
  request: FastifyRequest,
  { token, remember, lifeMs }: { token: string; remember: boolean; lifeMs: number },
): void =>
  setCookie(request, {
    name: cookieName(request, SESSION),
    value: token,
    ...(remember && { maxAgeSeconds: Math.floor(lifeMs / 1000) }),
  });

export const dropSessionCookie = (request: FastifyRequest): void =>
  setCookie(request, { name: cookieName(request, SESSION), value: '', maxAgeSeconds: 0 });
