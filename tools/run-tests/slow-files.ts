/** The slowest files of a run on two cores, the slowest first; `npm test` prints them at its end. */
export const slowFiles: readonly string[] = [];
