import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

export const root = dirname(dirname(import.meta.dirname));

export type Step = { kind: 'check'; name: string; args: string[] } | { kind: 'vitest'; name: string; args: string[] };

const cores = availableParallelism();

// Browsers compete for the cores with the product they test: fewer files at a time.
const forBrowsers = Math.max(1, Math.min(4, Math.floor(cores / 2)));

// Cameras and encoders do too, but more of their time is waiting for what comes in real time.
const forCameras = Math.min(4, cores);

// Some of these wait for timers and disks, and leave their core to another meanwhile.
const forUnits = cores + 1;

const vitest = (name: string, workers: number): Step => ({
  kind: 'vitest',
  name,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', name, '--maxWorkers', String(workers)],
});

const all: Step[] = [
  { kind: 'check', name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  { kind: 'check', name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
  vitest('unit', forUnits),
  vitest('db', cores),
  vitest('media', forCameras),
  vitest('e2e', forBrowsers),
];

/** The steps that have something to do, narrowed to the names given. */
export const stepsFor = (names: readonly string[]): Step[] => {
  const unknown = names.find((name) => !all.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new Error(`Unknown step "${unknown}"; known are ${all.map(({ name }) => name).join(', ')}.`);
  return all
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .filter((step) => step.kind === 'check' || hasFiles(step.name));
};

const hasFiles = (project: string): boolean => {
  const ending = project === 'unit' ? '.test.ts' : `.${project}.test.ts`;
  const folders = ['packages', 'apps', 'tools', 'e2e'];
  return folders.some((folder) => {
    const pattern = `**/*${ending}`;
    return globSync(pattern, { cwd: join(root, folder), exclude: ['**/node_modules/**'] }).length > 0;
  });
};
