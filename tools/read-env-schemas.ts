import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EnvFields } from '@holdfast/kit';
import type { ProcessEnvironment } from './env-reference.ts';

const root = dirname(import.meta.dirname);
export const envReferencePath = join(root, 'docs/reference/env.md');

/** The environment of every process, found by its file; the launcher first, because most people start that. */
export const readEnvSchemas = async (): Promise<ProcessEnvironment[]> => {
  const files = globSync('apps/*/src/env.ts', { cwd: root }).sort();
  const environments = await Promise.all(
    files.map(async (file) => {
      const { envFields } = (await import(join(root, file))) as { envFields: EnvFields };
      return { process: file.split('/')[1] ?? file, fields: envFields };
    }),
  );
  const isLauncher = ({ process }: ProcessEnvironment) => process === 'launcher';
  return [...environments.filter(isLauncher), ...environments.filter((environment) => !isLauncher(environment))];
};
