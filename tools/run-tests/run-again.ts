import type { StepResult } from './run-step.ts';
import type { Step } from './steps.ts';

/** More failed files than this are a fault that a second run would only delay. */
const MAX_FILES = 3;

/**
 * The failed files of a step, to be run a second time with the machine to themselves: this separates a broken test from one that
 * fails only on a busy machine. Unit tests depend on nothing but their code, so they have no second run.
 */
export function secondRunOf({ step, failedFiles }: StepResult): Step | undefined {
  if (step.kind === 'check' || step.name === 'unit') return undefined;
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES) return undefined;
  const args = step.args.filter((arg) => !arg.endsWith('.test.ts'));
  return { ...step, args: [...args, ...failedFiles], isBackground: false };
}

/** The result of a step after its failed files ran a second time, and what failed only the first time. */
export function afterSecondRun(first: StepResult, second: StepResult): { result: StepResult; unstable: string[] } {
  if (second.failed > 0) return { result: first, unstable: [] };
  const result = { ...first, passed: first.passed + first.failed, failed: 0, failures: [], failedFiles: [] };
  return { result, unstable: first.failures };
}
