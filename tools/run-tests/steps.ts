import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type TestKind, testKinds } from './test-kinds.ts';

export const root = dirname(dirname(import.meta.dirname));

export type Step =
  | { kind: 'check'; name: string; args: string[] }
  | { kind: 'vitest'; name: TestKind; args: string[]; isBackground: boolean };

const cores = availableParallelism();

const vitest = (name: TestKind, workers: number, { isBackground = false } = {}): Step => ({
  kind: 'vitest',
  name,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', name, '--maxWorkers', String(workers)],
  isBackground,
});

/** The steps of a wave run concurrently: CPU-bound ones next to those that wait for real time. */
const waves: Step[][] = [
  [
    { kind: 'check', name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
    { kind: 'check', name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
    vitest('unit', cores),
  ],
  // Media tests mostly wait for cameras, which run in real time; database tests only compute, in the time that they leave.
  [vitest('media', 5), vitest('product', 1), vitest('db', cores, { isBackground: true })],
  // A browser test waits as much as it computes.
  [vitest('e2e', Math.max(3, Math.min(5, Math.ceil(cores / 2) + 1)))],
];

const names = waves.flat().map(({ name }) => name);

export interface Choice {
  /** Steps; all when empty. */
  names: readonly string[];
  /** Test files; all when undefined. */
  files?: ReadonlySet<string>;
}

/** The waves of steps that have something to do. */
export function wavesFor({ names: chosen, files }: Choice): Step[][] {
  const unknown = chosen.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`Unknown step "${unknown}"; known are ${names.join(', ')}.`);
  return waves
    .map((wave) =>
      wave
        .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
        .flatMap((step) => (step.kind === 'check' || files === undefined ? step : narrowed(step, files))),
    )
    .filter((wave) => wave.length > 0);
}

function narrowed(step: Step & { kind: 'vitest' }, files: ReadonlySet<string>): Step[] {
  const own = globSync(testKinds[step.name].include, { cwd: root, exclude: testKinds[step.name].exclude }).filter(
    (file) => files.has(file),
  );
  return own.length === 0 ? [] : [{ ...step, args: [...step.args, ...own] }];
}
