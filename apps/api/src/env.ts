import { type EnvOf, list, processEnvFields, secret, sharedEnvFields, text } from '@holdfast/kit';
import { isProxyAddress } from './http/proxy-address.ts';

const { HOST, PORT, JWT_SECRET, FFMPEG_PATH } = sharedEnvFields;

export const envFields = {
  ...processEnvFields,
  HOST,
  PORT,
  JWT_SECRET,
  SEED_ADMIN_PASSWORD: secret({
    minCharacters: 8,
    describe: 'Creates the user admin with this password at first boot',
  }),
  TRUSTED_PROXIES: list({
    fallback: [],
    fits: isProxyAddress,
    accepts: 'addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
    describe: 'Addresses whose X-Forwarded-For is believed, comma-separated',
  }),
  ALLOWED_HOSTS: list({ fallback: [], describe: 'Public host names this server answers to, comma-separated' }),
  METRICS_TOKEN: secret({ minBytes: 16, describe: 'Bearer token for /metrics when not bound to loopback' }),
  FFMPEG_PATH,
  FFPROBE_PATH: text({ fallback: 'ffprobe', describe: 'ffprobe program' }),
};

export type ApiEnv = EnvOf<typeof envFields>;
