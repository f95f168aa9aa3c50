const HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?(\[[^\]]+\]|[^:/?#]+)/i;

/** Hosts of addresses, as they could be quoted by other programs. A plain word is left out: it would be hidden everywhere. */
export function hostsOf(addresses: readonly (string | null)[]): string[] {
  const hosts = addresses.flatMap((address) => {
    const host = HOST.exec(address ?? '')?.[1]?.replaceAll(/[[\]]/g, '');
    return host !== undefined && host.length >= 4 && /[.:\d]/.test(host) ? [host] : [];
  });
  // Longer ones first: a host may be the beginning of another.
  return [...new Set(hosts)].sort((a, b) => b.length - a.length);
}

export const hideHosts = (text: string, hosts: readonly string[]): string =>
  hosts.reduce((shown, host) => shown.replaceAll(host, '***'), text);
