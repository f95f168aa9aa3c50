const FREE_FAILURES = 4;
const FIRST_WAIT_SECONDS = 2;
const MAX_WAIT_SECONDS = 15 * 60;

/** How long a user name must wait after this many consecutive failures. */
export function loginWaitSeconds(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(20, failures - FREE_FAILURES - 1));
}

/** The same as a table from the first failure to the longest wait, for SQL. */
export const loginWaitTable: readonly number[] = Array.from({ length: 14 }, (_, i) => loginWaitSeconds(i + 1));
