import { type EnvOf, integer, list, processEnvFields, secret, text } from '@holdfast/kit';

export const envFields = {
  ...processEnvFields,
  HOST: text({
    fallback: '127.0.0.1',
    describe: 'Address the console and API listen on; 0.0.0.0 opens them to the LAN',
  }),
  PORT: integer({ fallback: 8080, min: 0, max: 65_535, describe: 'Port of the console and API' }),
  JWT_SECRET: secret({
    minBytes: 32,
    describe: 'Key that signs user tokens, instead of one derived from the server key',
  }),
  SEED_ADMIN_PASSWORD: secret({ minBytes: 8, describe: 'Creates the user admin with this password at first boot' }),
  TRUSTED_PROXIES: list({ fallback: [], describe: 'Addresses whose X-Forwarded-For is believed, comma-separated' }),
  ALLOWED_HOSTS: list({ fallback: [], describe: 'Public host names this server answers to, comma-separated' }),
  METRICS_TOKEN: secret({ minBytes: 16, describe: 'Bearer token for /metrics when not bound to loopback' }),
  PUBLIC_URL: text({
    pattern: /^https?:\/\/[^\s/]\S*$/,
    accepts: 'an http or https address',
    describe: 'Address that people reach this server at; links in alerts begin with it',
  }),
  MAINTENANCE_UNTIL: integer({ min: 0, describe: 'No alert is sent before this moment, in unix seconds' }),
  CAMERA_OFFLINE_BOOT_GRACE_SECS: integer({
    fallback: 180,
    min: 0,
    max: 86_400,
    describe: 'For this long after the start an offline camera raises no alert',
  }),
  FFMPEG_PATH: text({ fallback: 'ffmpeg', describe: 'ffmpeg program' }),
  FFPROBE_PATH: text({ fallback: 'ffprobe', describe: 'ffprobe program' }),
};

export type ApiEnv = EnvOf<typeof envFields>;
