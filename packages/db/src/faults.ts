/** The meaning of a failed statement, by its code rather than its message. */
export type DatabaseFault =
  | { kind: 'unavailable' }
  /** A conflict with concurrent statements: a retry may succeed. */
  | { kind: 'busy' }
  | { kind: 'duplicate'; constraint: string }
  | { kind: 'still-referenced'; constraint: string }
  | { kind: 'other' };

// Codes of node's sockets, and of a server that is unavailable, starting, stopping, full, or not yet migrated.
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const AWAY_STATES = /^(08...|57P0.|57014|53...|3D000|42P01|25006)$/;
const AWAY_WORDS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/;

// Deadlock, serialization failure, lock timeout.
const BUSY = new Set(['40P01', '40001', '55P03']);

// Cardinality, data that is not valid, constraints, limits such as that of an index entry.
const DATA_STATES = /^(21|22|23|54)...$/;

/** Whether a value in the statement caused the failure: a retry would fail too, but not without that value. */
export const isFaultOfData = (err: unknown): boolean =>
  err instanceof RangeError ||
  (err instanceof Error && 'code' in err && typeof err.code === 'string' && DATA_STATES.test(err.code));

export function databaseFault(err: unknown): DatabaseFault {
  if (!(err instanceof Error)) return { kind: 'other' };
  const { code, constraint = '' } = err as Error & { code?: string; constraint?: string };
  if (code === '23505') return { kind: 'duplicate', constraint };
  if (code === '23503') return { kind: 'still-referenced', constraint };
  if (code !== undefined && BUSY.has(code)) return { kind: 'busy' };
  if (code !== undefined && (AWAY.has(code) || AWAY_STATES.test(code))) return { kind: 'unavailable' };
  if (AWAY_WORDS.test(err.message)) return { kind: 'unavailable' };
  // A wrapped error still has the fault of its cause.
  if (code === undefined && err.cause !== undefined) return databaseFault(err.cause);
  return { kind: 'other' };
}
