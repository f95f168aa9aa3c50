/**
 * Whether a browser declares that a request comes from a page of this server. Cookies are sent with requests from any site, so
 * a change that uses one must prove its origin; a request without these headers does not.
 */
export function isSameOrigin({
  fetchSite,
  origin,
  host,
}: {
  /** `Sec-Fetch-Site`, which browsers send over TLS and to this machine. */
  fetchSite: string | undefined;
  origin: string | undefined;
  /** Host and port of the request. */
  host: string | undefined;
}): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && originHost === withoutDefaultPort(host, protocol);
}

const withoutDefaultPort = (host: string, protocol: string) =>
  host.toLowerCase().replace(protocol === 'https:' ? /:443$/ : /:80$/, '');
