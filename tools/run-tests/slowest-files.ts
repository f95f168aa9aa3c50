/** One test file of a run. */
export interface FileTiming {
  /** Relative to the repository. */
  file: string;
  /** Imports, set-up and tests. */
  tookMs: number;
}

/** The lines that a run ends with, so that what makes it long is seen before it is too long. */
export const slowestFiles = (timings: readonly FileTiming[], most = 20): string[] =>
  [...timings]
    .sort((one, other) => other.tookMs - one.tookMs)
    .slice(0, most)
    .map(({ file, tookMs }) => `${(tookMs / 1000).toFixed(1).padStart(7)} s  ${file}`);
