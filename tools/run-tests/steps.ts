import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type TestKind, testKinds } from './test-kinds.ts';

export const root = dirname(dirname(import.meta.dirname));

interface StepBase {
  args: string[];
  /** At low priority, in the time that the others leave. */
  isBackground: boolean;
  /** The steps that have to end first. */
  after: readonly string[];
}

export type Step = StepBase & ({ kind: 'check'; name: string } | { kind: 'vitest'; name: TestKind });

const cores = availableParallelism();

// Each checker works out common types again: beside other steps on two cores, more of them only cost time.
const checkers = cores <= 2 ? ['--singleThreaded'] : [];

const check = (name: string, args: string[]): Step => ({ kind: 'check', name, args, isBackground: false, after: [] });

const vitest = (
  name: TestKind,
  workers: number,
  { isBackground = false, after = [] as readonly string[] } = {},
): Step => ({
  kind: 'vitest',
  name,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', name, '--maxWorkers', String(workers)],
  isBackground,
  after,
});

const first = ['lint', 'types', 'unit'];

const steps: Step[] = [
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.']),
  check('types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', ...checkers]),
  vitest('unit', cores),
  // The cameras of media tests compute for as long as a test takes: a slow test costs twice. Database tests run in
  // the time that they leave, to their end beside the first browser tests: the last of them mostly wait.
  vitest('media', cores + 4, { after: first }),
  vitest('product', 1, { after: first }),
  vitest('db', cores + 2, { isBackground: true, after: first }),
  // A browser test waits as much as it computes, and takes longer beside anything of the same priority. With three at a time, two
  // processors were idle for 84 s of processor time in a run; with four for 55.
  vitest('e2e', cores < 8 ? 4 : 5, { after: [...first, 'media', 'product'] }),
];

export interface Choice {
  /** Steps; all when empty. */
  names: readonly string[];
  /** Test files; all when undefined. */
  files?: ReadonlySet<string>;
}

/** The steps that have something to do, each after those that it waits for. */
export function stepsFor({ names, files }: Choice): Step[] {
  const unknown = names.find((name) => !steps.some((known) => known.name === name));
  if (unknown !== undefined)
    throw new Error(`Unknown step "${unknown}"; known are ${steps.map(({ name }) => name).join(', ')}.`);
  return steps
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .flatMap((step) => (step.kind === 'check' || files === undefined ? step : narrowed(step, files)));
}

function narrowed(step: Step & { kind: 'vitest' }, files: ReadonlySet<string>): Step[] {
  const own = globSync(testKinds[step.name].include, { cwd: root, exclude: testKinds[step.name].exclude }).filter(
    (file) => files.has(file),
  );
  return own.length === 0 ? [] : [{ ...step, args: [...step.args, ...own] }];
}
