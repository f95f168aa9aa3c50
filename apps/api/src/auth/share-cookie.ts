import type { FastifyRequest } from 'fastify';
import { cookieName, readCookie, setCookie } from '../http/cookies.ts';

const SHARE = 'share';

export const shareCookieOf = (request: FastifyRequest): string | undefined =>
  readCookie(request, cookieName(request, SHARE));

/** Sent to the files of this link only, so that several can be open in one browser. */
export const setShareCookie = (request: FastifyRequest, { shareId, token }: { shareId: string; token: string }): void =>
  setCookie(request, { name: cookieName(request, SHARE), value: token, path: `/share/${shareId}` });
