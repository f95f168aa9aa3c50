import { createHash } from 'node:crypto';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * Tells one database from another without saying where it is. User and password may change, and a socket may move with
 * the folder it lies in.
 */
export function databaseIdentity(connectionString: string): string {
  const { host, port, database } = parseIntoClientConfig(connectionString);
  const place = host?.startsWith('/') ? ['socket'] : [host || 'localhost', port ?? 5432];
  return createHash('sha256')
    .update(JSON.stringify([...place, database]))
    .digest('hex');
}
