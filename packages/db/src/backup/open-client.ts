import pg from 'pg';

// A dump must mean the same on every server, so it does not depend on the server's settings. Row security is off, so that a
// policy that hides rows causes an error instead of an incomplete backup.
const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set standard_conforming_strings = on;
  set search_path = public; set row_security = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** A connection for moving whole tables: no time limits, its own session settings. */
export async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'holdfast-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The running statement fails by itself; without a listener the lost connection would also end the process.
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
 * A statement may wait for a lock indefinitely, and only closing the connection ends the wait. Returns a function that detaches
 * the signal.
 */
export function cutOffOnAbort(client: pg.Client, signal: AbortSignal | undefined): () => void {
  signal?.throwIfAborted();
  const cutOff = () => void client.end();
  signal?.addEventListener('abort', cutOff, { once: true });
  return () => signal?.removeEventListener('abort', cutOff);
}
