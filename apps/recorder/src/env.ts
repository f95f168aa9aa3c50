import { type EnvOf, processEnvFields } from '@holdfast/kit';

export const envFields = { ...processEnvFields };

export type RecorderEnv = EnvOf<typeof envFields>;
