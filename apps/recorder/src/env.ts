import { type EnvOf, integer, logLevels, oneOf, secret, text, timeZone } from '@holdfast/kit';

export const envFields = {
  DATA_DIR: text({ fallback: './data', describe: 'Folder for everything that is written' }),
  DATABASE_URL: secret({ describe: 'PostgreSQL to use instead of the embedded one' }),
  DB_POOL_SIZE: integer({
    fallback: 16,
    min: 1,
    max: 500,
    describe: 'Most connections a process opens to the database',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Least severe level that is logged' }),
  RECORDER_TZ: timeZone({ describe: 'Time zone of schedules and quiet hours; TZ when unset, else UTC' }),
};

export type RecorderEnv = EnvOf<typeof envFields>;
