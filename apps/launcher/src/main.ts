import { fileURLToPath } from 'node:url';
import { createLogger, exitOnEnvFaults, keepFilesPrivate, runUntilSignal } from '@holdfast/kit';
import { envFields } from './env.ts';
import { launch } from './launch.ts';
import { readWholeEnv } from './read-whole-env.ts';
import type { ChildCommand } from './supervise-child.ts';

keepFilesPrivate();

const scriptOf = (app: string, script: string) => fileURLToPath(new URL(`../../${app}/src/${script}`, import.meta.url));

const checks = ['api', 'recorder', 'worker'].map((name) => ({
  name,
  file: process.execPath,
  args: [scriptOf(name, 'check-env-cli.ts')],
}));
const env = await exitOnEnvFaults(() => readWholeEnv({ source: process.env, fields: envFields, checks }));
const log = createLogger({ name: 'launcher', level: env.LOG_LEVEL, format: env.LOG_FORMAT });

const app = (name: string, limits: Omit<ChildCommand, 'name' | 'file' | 'args'>): ChildCommand => ({
  name,
  file: process.execPath,
  args: [scriptOf(name, 'main.ts')],
  ...limits,
});

await runUntilSignal({
  log,
  tasks: [
    launch({
      env,
      childEnv: process.env,
      children: [
        app('api', { stopLimitMs: 35_000 }),
        app('recorder', { stopLimitMs: 65_000, worksWithoutDatabase: true }),
      ],
      plateWorker: app('worker', { stopLimitMs: 25_000 }),
      log,
      print: (text) => void process.stdout.write(text),
    }),
  ],
  // The children's limits, then the database's.
  hardLimitMs: 130_000,
});
