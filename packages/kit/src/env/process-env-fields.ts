import { logFormats, logLevels } from '../log/logger.ts';
import { flag, integer, oneOf, secret, text, timeZone } from './env.ts';
import { isPostgresUrl } from './postgres-url.ts';

/** Keys that every long-running process of the product reads; described in one place. */
export const processEnvFields = {
  DATA_DIR: text({ fallback: './data', describe: 'Folder for all data' }),
  DATABASE_URL: secret({
    fits: isPostgresUrl,
    accepts: 'a postgres:// URL',
    describe: 'PostgreSQL to use instead of the built-in one',
  }),
  DB_POOL_SIZE: integer({
    fallback: 16,
    min: 1,
    max: 500,
    describe: 'Maximum number of database connections per process',
  }),
  LOG_FORMAT: oneOf(logFormats, {
    fallback: 'text',
    describe: 'Format of log lines: text for people, json for programs',
  }),
  LOG_LEVEL: oneOf(logLevels, { fallback: 'info', describe: 'Minimum level that is logged' }),
  RECORDER_TZ: timeZone({ inherits: 'TZ', fallback: 'UTC', describe: 'Time zone of schedules and quiet hours' }),
};

/** Read by the API, and by the launcher to print the address. */
export const plainHttpField = flag({
  fallback: false,
  describe:
    'Serve other machines without TLS too, for example a proxy on another host; the traffic can then be intercepted',
});

/** Read by the API, and by the launcher to name the right command. */
export const demoField = flag({
  fallback: false,
  describe: 'Set by the demo: the console explains that its cameras are simulated',
});

/** Keys that both the API and the recorder read; other processes take the ones they need. */
export const sharedEnvFields = {
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console, the API and the restream listen on; 0.0.0.0 opens them to the LAN',
  }),
  PORT: integer({ fallback: 8080, min: 0, max: 65_535, describe: 'Port of the console and API' }),
  RTSP_PORT: integer({ fallback: 8554, min: 0, max: 65_535, describe: 'Port of the RTSP restream' }),
  JWT_SECRET: secret({
    minBytes: 32,
    describe: 'Key that signs user tokens, instead of one derived from the server key',
  }),
  MAINTENANCE_UNTIL: integer({
    min: 0,
    max: 253_402_300_799,
    describe: 'Unix second until which alerts are muted and missing footage counts as maintenance',
  }),
  CAMERA_OFFLINE_BOOT_GRACE_SECS: integer({
    fallback: 180,
    min: 0,
    max: 86_400,
    describe: 'Seconds after the start during which an offline camera raises no alert',
  }),
  FFMPEG_PATH: text({ fallback: 'ffmpeg', describe: 'ffmpeg program' }),
  THUMB_INTERVAL_SECONDS: integer({
    fallback: 4,
    min: 1,
    max: 3_600,
    describe: 'Seconds between previews of recorded footage; there is at most one per segment of about 4 s',
  }),
  THUMB_WIDTH: integer({ fallback: 320, min: 64, max: 1_280, describe: 'Width of previews and thumbnails' }),
  THUMB_QUALITY: integer({ fallback: 70, min: 1, max: 100, describe: 'JPEG quality of previews' }),
  THUMB_MAX_CONCURRENCY: integer({
    min: 1,
    max: 64,
    describe: 'Recorded pictures decoded at the same time; half the cores if unset',
  }),
  THUMB_CACHE_MAX_BYTES: integer({
    fallback: 20 * 1024 ** 3,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    describe: 'Disk space for previews; the oldest are removed first',
  }),
  THUMB_PREGEN_ENABLED: flag({
    fallback: true,
    describe: 'Make previews in the background; otherwise when they are first requested',
  }),
  DETECTOR_MQTT_URL: text({
    describe:
      'MQTT broker of an external detector, such as mqtt://broker:1883; a value saved in the console takes precedence',
  }),
  DETECTOR_MQTT_PREFIX: text({ describe: 'First part of the detector’s MQTT topics; frigate where nothing is set' }),
  DETECTOR_MQTT_USERNAME: text({ describe: 'User name at that broker' }),
  DETECTOR_MQTT_PASSWORD: secret({ describe: 'Password at that broker' }),
  DETECTOR_HTTP_URL: text({ describe: 'HTTP address of the detector, for past events, resolutions and pictures' }),
  SMARTHOME_BASE_URL: text({
    pattern: /^https?:\/\/[^\s/?#@]+\/?$/,
    accepts: 'an http or https address without a path',
    describe: 'Smart-home hub, such as http://homeassistant.local:8123; a value saved in the console takes precedence',
  }),
  SMARTHOME_TOKEN: secret({ describe: 'Long-lived access token of that hub' }),
};
