import pg from 'pg';

// A dump means the same on every server: nothing of it may hang on the server's own settings. Row security is off so
// that a policy which hides rows is an error instead of a backup without them.
const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set standard_conforming_strings = on;
  set search_path = public; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** A connection for moving whole tables: no time limits, settings of its own. */
export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'holdfast-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The statement under way fails by itself; without a listener the lost connection would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(SESSION);
    return client;
  } catch (err) {
    await client.end();
    throw err;
  }
}

/**
 * A statement may wait for a lock for as long as it likes, and only the end of the connection ends the wait.
 * The answer takes the signal's hold off the connection again.
 */
export function cutOffOnAbort(client: pg.Client, signal: AbortSignal | undefined): () => void {
  signal?.throwIfAborted();
  const cutOff = () => void client.end();
  signal?.addEventListener('abort', cutOff, { once: true });
  return () => signal?.removeEventListener('abort', cutOff);
}
