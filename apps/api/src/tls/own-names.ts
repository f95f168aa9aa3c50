import type { NetworkInterfaceInfo } from 'node:os';
import { shortAddress } from './local-authority.ts';

/** The host names and addresses under which browsers may reach this machine. */
export function ownNames({
  hostName,
  interfaces,
  allowedHosts,
  publicUrl,
}: {
  hostName: string;
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>;
  allowedHosts: readonly string[];
  publicUrl: string | undefined;
}): string[] {
  const addresses = Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    // A link-local address works only with the name of an interface, which no certificate can contain.
    .filter(({ address }) => !address.startsWith('fe80:'))
    .map(({ address }) => shortAddress(address));
  const host = hostName.toLowerCase();
  const isPlain = /^[a-z0-9-]+$/.test(host);
  const publicHost = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')];
  const names = [
    'localhost',
    host,
    ...(isPlain ? [`${host}.local`] : []),
    ...allowedHosts,
    ...publicHost,
    ...addresses,
  ];
  const isName = (name: string) => /^[a-z0-9*]([a-z0-9.:-]*[a-z0-9])?$/.test(name) || name === '::1';
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(isName).sort();
}
