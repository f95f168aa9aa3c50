/** What the database has said of the right to record: nothing yet, or that another recorder has it. */
export type LeaseAnswer = 'none' | 'taken';

/** A database that starts together with us is worth this much waiting; footage is lost meanwhile. */
export const PATIENCE_AT_START_MS = 2_000;

/**
 * Fail open: a recorder that starts while nobody can say what is wanted records what it last knew to be wanted. Only the
 * word of the database that another recorder is at work holds it back, and that word is good for the length of a lease.
 */
export const recordsFromMemory = ({
  heard,
  silentMs,
  leaseMs,
  remembersCameras,
}: {
  heard: LeaseAnswer;
  /** Since that answer; since the start when there was none. */
  silentMs: number;
  leaseMs: number;
  remembersCameras: boolean;
}): boolean => {
  const patienceMs = heard === 'taken' ? Math.max(leaseMs, PATIENCE_AT_START_MS) : PATIENCE_AT_START_MS;
  return remembersCameras && silentMs >= patienceMs;
};
