import { type EnvOf, integer, logLevels, oneOf, secret, text, timeZone } from '@holdfast/kit';

export const envFields = {
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console, API and restream listen on; 0.0.0.0 opens them to the LAN',
  }),
  RTSP_PORT: integer({ fallback: 8554, min: 0, max: 65_535, describe: 'Port of the RTSP restream' }),
  DATA_DIR: text({ fallback: './data', describe: 'Folder for everything that is written' }),
  DATABASE_URL: secret({ describe: 'PostgreSQL to use instead of the embedded one' }),
  DB_POOL_SIZE: integer({
    fallback: 16,
    min: 1,
    max: 500,
    describe: 'Most connections a process opens to the database',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Least severe level that is logged' }),
  RECORDER_TZ: timeZone({
    fallback: 'UTC',
    inherits: 'TZ',
    describe: 'Time zone of schedules and quiet hours; TZ when unset, else UTC',
  }),
  JWT_SECRET: secret({
    minBytes: 32,
    describe: 'Key that signs user tokens, instead of one derived from the server key',
  }),
  CAMERA_OFFLINE_BOOT_GRACE_SECS: integer({
    fallback: 180,
    min: 0,
    max: 86_400,
    describe: 'Seconds after a start in which a camera that is offline raises no alert',
  }),
  MAINTENANCE_UNTIL: integer({
    min: 0,
    max: 253_402_300_799,
    describe: 'Unix second until which missing footage counts as maintenance',
  }),
  FFMPEG_PATH: text({ fallback: 'ffmpeg', describe: 'ffmpeg program' }),
};

export type RecorderEnv = EnvOf<typeof envFields>;
