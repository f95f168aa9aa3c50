import { parseIntoClientConfig } from 'pg-connection-string';

const DEFAULT_PORT = 5432;

/**
 * Where our database listens on the network, if it does; requests that users configure must not reach it. Parsed with the
 * driver's own parser, so that it is the address the driver connects to. A socket has no network address.
 */
export function databaseEndpoint(connectionString: string): { host: string; port: number }[] {
  const { host, port } = parseIntoClientConfig(connectionString);
  if (host?.startsWith('/')) return [];
  return [{ host: host || 'localhost', port: port ?? DEFAULT_PORT }];
}
