/**
 * Protects against DNS rebinding: a page of a public name that points at this machine must not reach it. Addresses and names
 * that cannot be registered publicly are always allowed; other names must be listed.
 */
export function isOwnHost(hostHeader: string | undefined, allowedHosts: readonly string[]): boolean {
  if (hostHeader === undefined) return true; // HTTP/1.0 and health probes; a browser always sends one.
  const host = withoutPort(hostHeader).toLowerCase().replace(/\.$/, '');
  if (isAddress(host)) return true;
  if (!/^[a-z0-9_.-]+$/.test(host)) return false;
  if (!host.includes('.')) return true;
  if (/\.(local|lan|home|internal|localhost|localdomain|home\.arpa)$/.test(host)) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}

const withoutPort = (header: string) => header.replace(/:\d+$/, '');
const isAddress = (host: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || /^\[[0-9a-f:.]+\]$/.test(host);
