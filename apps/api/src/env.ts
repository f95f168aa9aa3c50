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
  THUMB_MAX_CONCURRENCY: integer({ min: 1, max: 64, describe: 'Stills decoded at once; half the cores when unset' }),
  FFMPEG_PATH: text({ fallback: 'ffmpeg', describe: 'ffmpeg program' }),
  FFPROBE_PATH: text({ fallback: 'ffprobe', describe: 'ffprobe program' }),
};

export type ApiEnv = EnvOf<typeof envFields>;
