import { describe, expect, it } from 'vitest';
import { failedFilesOf, failuresOf } from './failures.ts';

describe('the list of failures', () => {
  it('names each failed test with the first line of what went wrong', () => {
    const report = {
      testResults: [
        { name: '/repo/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'fine', status: 'passed' }] },
        {
          name: '/repo/apps/b.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'a door opens', status: 'passed' },
            { fullName: 'a door closes', status: 'failed', failureMessages: ['\nAssertionError: 1 is not 2\n at x'] },
          ],
        },
      ],
    };
    expect(failuresOf(report, '/repo')).toEqual(['apps/b.test.ts > a door closes: AssertionError: 1 is not 2']);
    expect(failedFilesOf(report, '/repo')).toEqual(['apps/b.test.ts']);
  });

  it('names a file that broke before its first test', () => {
    const report = {
      testResults: [{ name: '/repo/c.test.ts', status: 'failed', message: 'Cannot find x', assertionResults: [] }],
    };
    expect(failuresOf(report, '/repo')).toEqual(['c.test.ts: Cannot find x']);
    expect(failedFilesOf(report, '/repo')).toEqual(['c.test.ts']);
  });

  it('is empty without a report', () => expect(failuresOf(undefined, '/repo')).toEqual([]));
});
