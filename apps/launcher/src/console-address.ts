import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

const everyAddress = new Set(['0.0.0.0', '::']);
const isLoopback = (host: string) => /^(127\.|::1$|localhost$)/.test(host);
const url = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where this machine itself reaches the console. */
export const localAddress = ({ host, port }: { host: string; port: number }): string =>
  url(everyAddress.has(host) ? '127.0.0.1' : host, port);

/** What to tell the operator about who can reach the console. */
export const reachSentence = (options: { host: string; port: number; interfaces: Interfaces }): string => {
  const { host, port, interfaces } = options;
  if (isLoopback(host)) return 'Only this machine can reach it. To open it to your network: HOST=0.0.0.0 npm start';
  if (!everyAddress.has(host)) return 'Your network can reach it at that address.';
  const outside = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => url(address, port));
  return outside.length === 0 ? 'It listens on every address.' : `Your network can reach it at ${outside.join(' or ')}`;
};
