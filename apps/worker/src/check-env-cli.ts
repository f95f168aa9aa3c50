// Run by whoever starts the product, before anything is written; it loads no more than it must.
import { exitOnEnvFaults, readEnv } from '@holdfast/kit';
import { envFields } from './env.ts';

exitOnEnvFaults(() => readEnv(process.env, envFields));
