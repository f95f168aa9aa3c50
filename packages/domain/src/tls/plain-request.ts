/** The response to a request that came without TLS. */
export type PlainDecision =
  | { kind: 'serve' }
  /** To the same address over TLS. */
  | { kind: 'redirect'; location: string }
  | { kind: 'refuse' };

export interface PlainRequest {
  method: string;
  /** Path with its query. */
  url: string;
  /** As sent, with a port; undefined with HTTP/1.0. */
  host: string | undefined;
  /** Whether it comes from this machine, or through a proxy that is trusted. */
  isLocal: boolean;
}

/** Public pages that help to trust the certificate, and the health check, which carries nothing. */
const OPEN_PATHS = /^\/(?:trust(?:[/?]|$)|health(?:\?|$))/;

/**
 * Passwords, tokens and pictures leave this machine only over TLS, unless the operator allowed plain HTTP. A browser is
 * sent to TLS; a program that sends something gets an error, because its request could already have been intercepted.
 */
export function decidePlainRequest(request: PlainRequest, { isAllowed }: { isAllowed: boolean }): PlainDecision {
  const { method, url, host, isLocal } = request;
  if (isAllowed || isLocal || OPEN_PATHS.test(url)) return { kind: 'serve' };
  const isHarmless = method === 'GET' || method === 'HEAD';
  if (!isHarmless || host === undefined) return { kind: 'refuse' };
  return { kind: 'redirect', location: `https://${host}${url}` };
}
