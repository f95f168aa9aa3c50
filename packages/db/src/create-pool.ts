import pg from 'pg';

const INT8 = 20;
const STATEMENT_MS = 30_000;
/** After this idle time TCP keep-alive probes whether the peer is still there. */
export const KEEP_ALIVE_MS = 10_000;

// Every bigint of ours is checked to stay below 2^53, so a plain number loses nothing.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export interface ConnectOptions {
  connectionString: string;
  poolSize: number;
  /** How long a query waits for a connection before the database counts as unavailable. */
  connectionWaitMs?: number;
  /** How long an answer may take before the server counts as unavailable; longer than any statement may run there. */
  answerWaitMs?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (err: Error) => void;
}

export function createPool({
  connectionString,
  poolSize,
  connectionWaitMs = 5_000,
  answerWaitMs = STATEMENT_MS + 10_000,
  onIdleError,
}: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    types,
    connectionTimeoutMillis: connectionWaitMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: answerWaitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'holdfast',
    // Our plans are short and frequent: compiling one takes a hundred times as long as running it.
    options: '-c jit=off',
  });
  // Without a listener a restarting server would end our process with an unhandled 'error' event.
  pool.on('error', (err) => onIdleError?.(err));
  // The pool itself listens only while a connection is idle. One that breaks while it is lent fails its query, and that is enough.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
