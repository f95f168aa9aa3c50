import { isIP } from 'node:net';
import {
  demoField,
  type EnvOf,
  list,
  plainHttpField,
  portRange,
  processEnvFields,
  secret,
  sharedEnvFields,
  text,
} from '@holdfast/kit';
import { isProxyAddress } from './http/proxy-address.ts';

const PROBE_ADDRESS = /^(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})$/;

export function discoveryTarget(text: string | undefined): { address: string; port: number } | undefined {
  const [, address, port] = PROBE_ADDRESS.exec(text ?? '') ?? [];
  return address === undefined ? undefined : { address, port: Number(port) };
}

export const envFields = {
  ...processEnvFields,
  ...sharedEnvFields,
  SEED_ADMIN_PASSWORD: secret({
    minCharacters: 8,
    describe: 'Creates the user admin with this password on the first start',
  }),
  TRUSTED_PROXIES: list({
    fallback: [],
    fits: isProxyAddress,
    accepts: 'addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
    describe: 'Proxies whose X-Forwarded-For is trusted, comma-separated',
  }),
  TLS_CERT_FILE: text({
    describe: 'Certificate chain (PEM) for HTTPS, instead of one made here; read again when it changes',
  }),
  TLS_KEY_FILE: text({ describe: 'Private key (PEM) of that certificate' }),
  PLAIN_HTTP: plainHttpField,
  ALLOWED_HOSTS: list({ fallback: [], describe: 'Public host names this server answers to, comma-separated' }),
  METRICS_TOKEN: secret({ minBytes: 16, describe: 'Bearer token for /metrics when not bound to loopback' }),
  PUBLIC_URL: text({
    pattern: /^https?:\/\/[^\s/]\S*$/,
    accepts: 'an http or https address',
    describe: 'Public address of this server; links in alerts start with it',
  }),
  RESTREAM_HOST: text({
    describe: 'Host of the recorder, if it runs on another machine than the API',
  }),
  WEBRTC_ADDRESSES: list({
    fallback: [],
    fits: (address) => isIP(address) !== 0,
    accepts: 'IP addresses, separated by commas',
    describe: 'Addresses offered to WebRTC viewers, if they differ from those of this machine, as in a container',
  }),
  WEBRTC_PORTS: portRange({
    describe: 'UDP ports for WebRTC, one per viewer and address; any free ports if unset',
  }),
  DEMO: demoField,
  ONVIF_PROBE_ADDRESS: text({
    pattern: PROBE_ADDRESS,
    accepts: 'an IPv4 address with a port, such as 192.168.7.255:3702',
    describe: 'Address to search for cameras instead of the ONVIF multicast group, for networks that block multicast',
  }),
  FFPROBE_PATH: text({ fallback: 'ffprobe', describe: 'ffprobe program' }),
};

export type ApiEnv = EnvOf<typeof envFields>;
