export interface Tally {
  passed: number;
  failed: number;
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  'numPassedTests' in value &&
  'numFailedTests' in value &&
  'testResults' in value &&
  Array.isArray(value.testResults);

/**
 * The totals of a runner's report and exit code. A file that failed before its first test counts as one failure, and so does a
 * runner that failed without a failed test.
 */
export const tallyOf = (report: unknown, exitCode: number): Tally => {
  const broken = exitCode === 0 ? 0 : 1;
  if (!isReport(report)) return { passed: 0, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 ? broken : failed };
};

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
});

export const formatTally = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;
