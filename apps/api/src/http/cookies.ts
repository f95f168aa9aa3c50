import type { FastifyRequest } from 'fastify';

/** One cookie of a request; undefined where it has none of that name. */
export function readCookie({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  for (const part of cookie.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Leaves a cookie with the reply: out of reach of scripts and of other sites, and only sent over TLS where it came over TLS.
 * Without an age it ends with the browser; an age of zero removes it.
 */
export function leaveCookie(
  request: FastifyRequest,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds?: number },
): void {
  const parts = [
    `${name}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ];
  request.cookiesToLeave = [...(request.cookiesToLeave ?? []), parts.join('; ')];
}

/** Cookies know hosts but no ports: two servers on one machine must not take each other's. */
export function cookieName(request: FastifyRequest, kind: string): string {
  const port = /:(\d+)$/.exec(request.host)?.[1] ?? (request.protocol === 'https' ? '443' : '80');
  return `holdfast_${kind}_${port}`;
}
