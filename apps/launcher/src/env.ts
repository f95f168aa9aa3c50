import { type EnvOf, integer, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { DATA_DIR, DATABASE_URL, LOG_FORMAT, LOG_LEVEL } = processEnvFields;
const { HOST } = sharedEnvFields;

// Port 0, any free one, will do for a process alone; whoever starts the whole product must know where to find it.
const range = { min: 1, max: 65_535 };

export const envFields = {
  DATA_DIR,
  DATABASE_URL,
  LOG_FORMAT,
  LOG_LEVEL,
  HOST,
  PORT: integer({ ...range, fallback: 8080, describe: sharedEnvFields.PORT.describe }),
  RTSP_PORT: integer({ ...range, fallback: 8554, describe: sharedEnvFields.RTSP_PORT.describe }),
};

export type LauncherEnv = EnvOf<typeof envFields>;
