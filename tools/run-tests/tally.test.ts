import { describe, expect, it } from 'vitest';
import { formatTally, sumOf, tallyOf } from './tally.ts';

const report = (passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});

describe('the count of a test run', () => {
  it.each([
    ['all passed', report(3, 0), 0, { passed: 3, failed: 0 }],
    ['some failed', report(3, 2), 1, { passed: 3, failed: 2 }],
    [
      'a file that broke before its first test',
      report(3, 0, [{ status: 'failed', assertionResults: [] }]),
      1,
      { passed: 3, failed: 1 },
    ],
    [
      'a failed file whose tests are counted already',
      report(3, 1, [{ status: 'failed', assertionResults: [{}] }]),
      1,
      { passed: 3, failed: 1 },
    ],
    ['an error outside any test', report(3, 0), 1, { passed: 3, failed: 1 }],
    ['a runner that left no report', undefined, 0, { passed: 0, failed: 1 }],
    ['a runner that was killed', undefined, 137, { passed: 0, failed: 1 }],
  ])('%s', (_title, given, exitCode, expected) => {
    expect(tallyOf(given, exitCode)).toEqual(expected);
  });

  it('ends in one line', () => {
    expect(
      formatTally(
        sumOf([
          { passed: 2, failed: 0 },
          { passed: 5, failed: 1 },
        ]),
      ),
    ).toBe('7 passed, 1 failed');
  });
});
