// Run by the launcher before anything is written; loads as little as possible.
import { exitOnEnvFaults, readEnv } from '@holdfast/kit';
import { envFields } from './env.ts';

exitOnEnvFaults(() => readEnv(process.env, envFields));
