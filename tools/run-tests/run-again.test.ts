import { describe, expect, it } from 'vitest';
import { afterSecondRun, secondRunOf } from './run-again.ts';
import type { StepResult } from './run-step.ts';
import type { Step } from './steps.ts';

const media: Step = {
  kind: 'vitest',
  name: 'media',
  args: ['vitest', 'run', '--maxWorkers', '4'],
  isBackground: true,
  after: [],
};
const files = (count: number) => Array.from({ length: count }, (_, i) => `apps/${i}.media.test.ts`);
const resultOf = (step: Step, failedFiles: string[]): StepResult => ({
  step,
  passed: 7,
  failed: failedFiles.length,
  failures: failedFiles.map((file) => `${file} > a door closes: too late`),
  failedFiles,
  timings: [],
});

describe('the second run of failed files', () => {
  it('runs only them', () => {
    const narrowed = { ...media, args: [...media.args, ...files(5)] };
    expect(secondRunOf(resultOf(narrowed, files(2)))).toEqual({
      ...media,
      args: ['vitest', 'run', '--maxWorkers', '4', ...files(2)],
      isBackground: false,
    });
  });

  it.each<[string, Step, string[]]>([
    ['is not made when nothing failed', media, []],
    ['is not made when many failed', media, files(4)],
    ['is not made for unit tests', { ...media, name: 'unit' }, files(1)],
    ['is not made for checks', { kind: 'check', name: 'lint', args: [], isBackground: false, after: [] }, []],
  ])('%s', (_title, step, failed) => {
    expect(secondRunOf(resultOf(step, failed))).toBeUndefined();
  });

  it('names what failed only the first time', () => {
    const first = resultOf(media, files(2));
    expect(afterSecondRun(first, resultOf(media, []))).toEqual({
      result: { ...first, passed: 9, failed: 0, failures: [], failedFiles: [] },
      unstable: first.failures,
    });
  });

  it('does not excuse a failure because another one has disappeared', () => {
    const first = resultOf(media, files(2));
    expect(afterSecondRun(first, resultOf(media, files(1)))).toEqual({ result: first, unstable: [] });
  });
});
