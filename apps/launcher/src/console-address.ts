import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const everyAddress = new Set(['0.0.0.0', '::']);
const isLoopback = (host: string) => /^(127\.|::1$|localhost$)/.test(host);
const url = (host: string, port: number, scheme = 'http') =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The address of the console on this machine. */
export const localAddress = ({ host, port }: { host: string; port: number }): string =>
  url(everyAddress.has(host) ? '127.0.0.1' : host, port);

/** Shows the operator which machines can connect to the console. */
export const reachSentence = (options: {
  host: string;
  port: number;
  interfaces: Interfaces;
  /** Whether other machines may connect without TLS. */
  isPlain: boolean;
  /** How it was started. */
  command: 'npm start' | 'npm run demo';
}): string => {
  const { host, port, interfaces, isPlain, command } = options;
  const scheme = isPlain ? 'http' : 'https';
  if (isLoopback(host)) return `Only this machine can connect. To open it to your network: HOST=0.0.0.0 ${command}`;
  if (!everyAddress.has(host)) return `Your network can connect at ${url(host, port, scheme)}`;
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => url(address, port, scheme));
  return outside.length === 0 ? 'It listens on all addresses.' : `Your network can connect at ${outside.join(' or ')}`;
};
