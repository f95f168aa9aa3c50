import { fileURLToPath } from 'node:url';
import { createLogger, exitOnEnvFaults, readEnv, runUntilSignal } from '@holdfast/kit';
import { envFields } from './env.ts';
import { launch } from './launch.ts';
import type { ChildCommand } from './supervise-child.ts';

const env = exitOnEnvFaults(() => readEnv(process.env, envFields));
const log = createLogger({ name: 'launcher', level: env.LOG_LEVEL });

const app = (name: string, stopLimitMs: number): ChildCommand => ({
  name,
  file: process.execPath,
  args: [fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))],
  stopLimitMs,
});

await runUntilSignal({
  log,
  tasks: [
    launch({
      env,
      childEnv: process.env,
      children: [app('api', 35_000), app('recorder', 65_000)],
      log,
      print: (text) => void process.stdout.write(text),
    }),
  ],
  // The children's limits, then the database's.
  hardLimitMs: 130_000,
});
