/** One test file of a run. */
export interface FileTiming {
  /** Relative to the repository. */
  file: string;
  /** Imports, set-up and tests. */
  tookMs: number;
}

/** The last lines of a run, so that slow files are noticed early. */
export const slowestFiles = (timings: readonly FileTiming[], most = 20): string[] =>
  [...timings]
    .sort((one, other) => other.tookMs - one.tookMs)
    .slice(0, most)
    .map(({ file, tookMs }) => `${(tookMs / 1000).toFixed(1).padStart(7)} s  ${file}`);
