import { parseIntoClientConfig } from 'pg-connection-string';

const DEFAULT_PORT = 5432;

/**
 * Where our database listens on the network, if it does; nothing we fetch on request may be aimed there. Read with the
 * driver's own parser, so that it is the place the driver connects to. A socket is no place on the network.
 */
export function databaseEndpoint(connectionString: string): { host: string; port: number }[] {
  const { host, port } = parseIntoClientConfig(connectionString);
  if (host?.startsWith('/')) return [];
  return [{ host: host || 'localhost', port: port ?? DEFAULT_PORT }];
}
