/** What a failed statement means, told apart by its code rather than its words. */
export type DatabaseFault =
  | { kind: 'unavailable' }
  | { kind: 'duplicate'; constraint: string }
  | { kind: 'still-referenced'; constraint: string }
  | { kind: 'other' };

// Codes of node's sockets, and of a server that is away, starting, stopping, full, or not yet migrated.
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
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after/;

export function databaseFault(err: unknown): DatabaseFault {
  if (!(err instanceof Error)) return { kind: 'other' };
  const { code, constraint = '' } = err as Error & { code?: string; constraint?: string };
  if (code === '23505') return { kind: 'duplicate', constraint };
  if (code === '23503') return { kind: 'still-referenced', constraint };
  if (code !== undefined && (AWAY.has(code) || AWAY_STATES.test(code))) return { kind: 'unavailable' };
  if (AWAY_WORDS.test(err.message)) return { kind: 'unavailable' };
  return { kind: 'other' };
}
