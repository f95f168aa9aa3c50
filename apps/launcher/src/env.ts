import { type EnvOf, integer, logLevels, oneOf, secret, text } from '@holdfast/kit';

export const envFields = {
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console, API and restream listen on; 0.0.0.0 opens them to the LAN',
  }),
  PORT: integer({ fallback: 8080, min: 1, max: 65_535, describe: 'Port of the console and API' }),
  RTSP_PORT: integer({ fallback: 8554, min: 1, max: 65_535, describe: 'Port of the RTSP restream' }),
  DATA_DIR: text({ fallback: './data', describe: 'Folder for everything that is written' }),
  DATABASE_URL: secret({
    pattern: /^postgres(ql)?:\/\//,
    accepts: 'a postgres:// URL',
    describe: 'PostgreSQL to use instead of the embedded one',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Least severe level that is logged' }),
};

export type LauncherEnv = EnvOf<typeof envFields>;
