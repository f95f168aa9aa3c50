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

/** One line per failure of vitest's JSON report, for readers who see only the end of a long log. */
export function failuresOf(report: unknown, root: string): string[] {
  const { testResults = [] } = (report ?? {}) as { testResults?: FileResult[] };
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      if (assertionResults.length === 0) return [`${file}: ${firstLine(message)}`];
      return assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
    });
}
