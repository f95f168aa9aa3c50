import type { NetworkInterfaceInfo } from 'node:os';
import type { WebrtcNetwork } from '@holdfast/media';

interface NetworkSettings {
  /** The host of the HTTP server: WebRTC need not be reachable from further away. */
  host: string;
  addresses: readonly string[];
  ports: WebrtcNetwork['ports'] | undefined;
}

const ANY = new Set(['0.0.0.0', '::']);
const LOOPBACK = '127.0.0.1';
const isLinkLocal = (address: string) => /^(169\.254\.|fe80:)/i.test(address);

/** The addresses offered to viewers. Read for each viewer, because they change. */
export function webrtcNetwork(
  { host, addresses, ports }: NetworkSettings,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>,
): WebrtcNetwork {
  const range = ports && { ports };
  if (!ANY.has(host)) {
    const bindAddress = host === 'localhost' ? LOOPBACK : host;
    return { addresses: addresses.length > 0 ? addresses : [bindAddress], bindAddress, ...range };
  }
  const own = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => !internal && !isLinkLocal(address))
    .map(({ address }) => address);
  if (addresses.length > 0) return { addresses, ...range };
  return { addresses: own.length > 0 ? own : [LOOPBACK], ...range };
}
