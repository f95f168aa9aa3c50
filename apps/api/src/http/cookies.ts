import type { FastifyRequest } from 'fastify';

/** One cookie of a request; undefined if it is missing. */
export function readCookie({ headers: { cookie } }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  if (cookie === undefined) return undefined;
  for (const part of cookie.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Sets a cookie: not readable by scripts, not sent by other sites, and only over TLS if set over TLS. Without an age it ends
 * with the browser; an age of zero removes it.
 */
export function setCookie(
  request: FastifyRequest,
  { name, value, path = '/', maxAgeSeconds }: { name: string; value: string; path?: string; maxAgeSeconds?: number },
): void {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(request.protocol === 'https' ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ];
  request.pendingCookies = [...(request.pendingCookies ?? []), parts.join('; ')];
}

/** Cookies are per host, not per port: two servers on one machine must not share them. */
export function cookieName(request: FastifyRequest, kind: string): string {
  const port = /:(\d+)$/.exec(request.host)?.[1] ?? (request.protocol === 'https' ? '443' : '80');
  return `holdfast_${kind}_${port}`;
}
