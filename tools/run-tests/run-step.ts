import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedFilesOf, failuresOf } from './failures.ts';
import { runNode } from './run-node.ts';
import type { FileTiming } from './slowest-files.ts';
import { root, type Step } from './steps.ts';
import { type Tally, tallyOf } from './tally.ts';

export interface StepResult extends Tally {
  step: Step;
  failures: string[];
  failedFiles: string[];
  timings: FileTiming[];
}

/** Runs one step and counts its tests: lint and types are one test each. */
export const runStep = async (step: Step, signal: AbortSignal): Promise<StepResult> => {
  if (step.kind === 'check') {
    const exitCode = await runNode(step.args, { signal, prefix: prefixOf(step), isBackground: step.isBackground });
    const isRight = exitCode === 0;
    return {
      step,
      passed: isRight ? 1 : 0,
      failed: isRight ? 0 : 1,
      failures: isRight ? [] : [`${step.name}: see above`],
      failedFiles: [],
      timings: [],
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-report-'));
  try {
    const [file, timings] = [join(folder, 'report.json'), join(folder, 'timings.json')];
    const reporters = ['default', 'json', join(import.meta.dirname, 'timing-reporter.ts')];
    const args = [...step.args, ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`];
    const exitCode = await runNode(args, {
      signal,
      prefix: prefixOf(step),
      env: { TIMINGS_FILE: timings },
      isBackground: step.isBackground,
    });
    const report = readJson(file);
    const tally = tallyOf(report, exitCode);
    const failures = failuresOf(report, root);
    const isOutside = tally.failed > 0 && failures.length === 0;
    return {
      ...tally,
      step,
      failedFiles: failedFilesOf(report, root),
      failures: isOutside ? [`${step.name}: an error outside of any test, see above`] : failures,
      timings: (readJson(timings) ?? []) as FileTiming[],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Prefixes every line with the step's name, because steps run concurrently. */
const prefixOf = ({ name }: Step) => `${name.padEnd(7)} │ `;

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};
