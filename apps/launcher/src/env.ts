import { type EnvOf, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { DATA_DIR, DATABASE_URL, LOG_LEVEL } = processEnvFields;
const { HOST, PORT, RTSP_PORT } = sharedEnvFields;

export const envFields = { DATA_DIR, DATABASE_URL, LOG_LEVEL, HOST, PORT, RTSP_PORT };

export type LauncherEnv = EnvOf<typeof envFields>;
