/** The last known answer of the database about the lease: none yet, or held by another recorder. */
export type LeaseAnswer = 'none' | 'taken';

/** How long to wait for a database that starts at the same time; footage is lost in the meantime. */
export const PATIENCE_AT_START_MS = 2_000;

/**
 * Fail open: a recorder that starts while the database is unavailable records by its last known settings. Only a known lease of
 * another recorder prevents that, for the length of the lease.
 */
export const recordsByLastKnownSettings = ({
  heard,
  silentMs,
  leaseMs,
  hasLastKnownSettings,
}: {
  heard: LeaseAnswer;
  /** Time since that answer, or since the start if there was none. */
  silentMs: number;
  leaseMs: number;
  hasLastKnownSettings: boolean;
}): boolean => {
  const patienceMs = heard === 'taken' ? Math.max(leaseMs, PATIENCE_AT_START_MS) : PATIENCE_AT_START_MS;
  return hasLastKnownSettings && silentMs >= patienceMs;
};
