import { integer, oneOf, secret, text, timeZone } from './env.ts';
import { logLevels } from './logger.ts';

/** Keys that every long-running process of the product reads; their meaning is said once. */
export const processEnvFields = {
  DATA_DIR: text({ fallback: './data', describe: 'Folder for everything that is written' }),
  DATABASE_URL: secret({
    pattern: /^postgres(ql)?:\/\//,
    accepts: 'a postgres:// URL',
    describe: 'PostgreSQL to use instead of the embedded one',
  }),
  DB_POOL_SIZE: integer({
    fallback: 16,
    min: 1,
    max: 500,
    describe: 'Most connections a process opens to the database',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Least severe level that is logged' }),
  RECORDER_TZ: timeZone({ inherits: 'TZ', fallback: 'UTC', describe: 'Time zone of schedules and quiet hours' }),
};
