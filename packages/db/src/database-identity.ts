import { createHash } from 'node:crypto';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Identifies a database without revealing where it is. User and password may change, and a socket may move with its folder. */
export function databaseIdentity(connectionString: string): string {
  const { host, port, database } = parseIntoClientConfig(connectionString);
  const place = host?.startsWith('/') ? ['socket'] : [host || 'localhost', port ?? 5432];
  return createHash('sha256')
    .update(JSON.stringify([...place, database]))
    .digest('hex');
}
