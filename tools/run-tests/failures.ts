import { relative } from 'node:path';

interface FileResult {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

const firstLine = (text = ''): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.slice(0, 200) ?? '';

const failedResults = (report: unknown): FileResult[] => {
  const { testResults = [] } = (report ?? {}) as { testResults?: FileResult[] };
  return testResults.filter(({ status }) => status === 'failed');
};

/** The files of vitest's JSON report with a failed test. */
export const failedFilesOf = (report: unknown, root: string): string[] =>
  failedResults(report).map(({ name }) => relative(root, name));

/** One line per failure of vitest's JSON report, for readers who see only the end of a long log. */
export const failuresOf = (report: unknown, root: string): string[] =>
  failedResults(report).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    if (assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
