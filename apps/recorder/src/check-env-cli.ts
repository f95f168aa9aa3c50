// The launcher runs this before anything is written. It imports as little as possible, because every start waits for
// it.
import { exitOnEnvFaults, readEnv } from '@holdfast/kit';
import { envFields } from './env.ts';

exitOnEnvFaults(() => readEnv(process.env, envFields));
