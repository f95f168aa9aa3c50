import { type EnvOf, integer, logLevels, oneOf, text, timeZone } from '@holdfast/kit';

export const envFields = {
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console, API and restream listen on; 0.0.0.0 opens them to the LAN',
  }),
  PORT: integer({ fallback: 8080, min: 1, max: 65_535, describe: 'Port of the console and API' }),
  DATA_DIR: text({ fallback: './data', describe: 'Folder for everything that is written' }),
  DEMO_RTSP_PORT: integer({
    fallback: 8654,
    min: 1,
    max: 65_535,
    describe: 'Port on this machine where the made cameras of the demo answer',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Least severe level that is logged' }),
  RECORDER_TZ: timeZone({
    fallback: 'UTC',
    inherits: 'TZ',
    describe: 'Time zone of schedules and quiet hours; TZ when unset, else UTC',
  }),
  FFMPEG_PATH: text({ fallback: 'ffmpeg', describe: 'ffmpeg program' }),
};

export type DemoEnv = EnvOf<typeof envFields>;
