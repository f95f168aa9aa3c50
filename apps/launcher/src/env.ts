import { demoField, type EnvOf, integer, plainHttpField, processEnvFields, sharedEnvFields } from '@holdfast/kit';

const { DATA_DIR, DATABASE_URL, LOG_FORMAT, LOG_LEVEL } = processEnvFields;
const { HOST } = sharedEnvFields;

// Port 0 (any free port) is fine for a single process; for the whole product the ports must be known.
const range = { min: 1, max: 65_535 };

export const envFields = {
  DATA_DIR,
  DATABASE_URL,
  LOG_FORMAT,
  LOG_LEVEL,
  HOST,
  PLAIN_HTTP: plainHttpField,
  DEMO: demoField,
  PORT: integer({ ...range, fallback: 8080, describe: sharedEnvFields.PORT.describe }),
  RTSP_PORT: integer({ ...range, fallback: 8554, describe: sharedEnvFields.RTSP_PORT.describe }),
};

export type LauncherEnv = EnvOf<typeof envFields>;
