import { type EnvOf, integer, processEnvFields, text } from '@holdfast/kit';

const { DATA_DIR, DATABASE_URL, LOG_LEVEL } = processEnvFields;

export const envFields = {
  DATA_DIR,
  DATABASE_URL,
  LOG_LEVEL,
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console and API listen on; 0.0.0.0 opens them to the LAN',
  }),
  PORT: integer({ fallback: 8080, min: 1, max: 65_535, describe: 'Port of the console and API' }),
  RTSP_PORT: integer({ fallback: 8554, min: 1, max: 65_535, describe: 'Port of the RTSP restream' }),
};

export type LauncherEnv = EnvOf<typeof envFields>;
