/**
 * Whether a browser says that a request comes from a page of this very server. A cookie is sent for whoever asks, so a
 * change that is made with one must prove where it comes from; a request that says nothing does not.
 */
export function isSameOrigin({
  fetchSite,
  origin,
  host,
}: {
  /** `Sec-Fetch-Site`, which browsers send over TLS and to this machine. */
  fetchSite: string | undefined;
  origin: string | undefined;
  /** Name and port that the browser asked for. */
  host: string | undefined;
}): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && originHost === withoutDefaultPort(host, protocol);
}

const withoutDefaultPort = (host: string, protocol: string) =>
  host.toLowerCase().replace(protocol === 'https:' ? /:443$/ : /:80$/, '');
