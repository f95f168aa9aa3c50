import { type Reason, reasonCode } from '@holdfast/domain';

/** Where the hub is and how to log in. */
export interface Hub {
  /** Scheme, host and port only. */
  baseUrl: string;
  token: string;
  /** SHA-256 of the one certificate that an administrator accepted, in hexadecimal; null trusts the usual authorities. */
  certificate: string | null;
}

/** As saved in the console; null if not set there. */
export interface SavedHub {
  enabled: boolean | null;
  baseUrl: string | null;
  /** Decrypted; null also if it cannot be decrypted. */
  token: string | null;
  certificate: string | null;
}

export interface HubEnv {
  SMARTHOME_BASE_URL?: string | undefined;
  SMARTHOME_TOKEN?: string | undefined;
}

export interface HubSettings {
  enabled: boolean;
  baseUrl: string | null;
  token: string | null;
  certificate: string | null;
  isFromConsole: boolean;
}

/** The console takes precedence. The token from the environment is used only with the address from the environment. */
export function effectiveHub(saved: SavedHub, env: HubEnv): HubSettings {
  const fromEnv = env.SMARTHOME_BASE_URL === undefined ? undefined : parseHubUrl(env.SMARTHOME_BASE_URL);
  const envUrl = fromEnv?.kind === 'ok' ? fromEnv.baseUrl : undefined;
  const isFromConsole = saved.baseUrl !== null || envUrl === undefined;
  return {
    enabled: saved.enabled ?? envUrl !== undefined,
    baseUrl: saved.baseUrl ?? envUrl ?? null,
    token: saved.token ?? (isFromConsole ? null : (env.SMARTHOME_TOKEN ?? null)),
    certificate: saved.certificate,
    isFromConsole,
  };
}

/** The hub to ask; undefined unless it is switched on and completely set up. */
export const usableHub = ({ enabled, baseUrl, token, certificate }: HubSettings): Hub | undefined =>
  enabled && baseUrl !== null && token !== null ? { baseUrl, token, certificate } : undefined;

export type ParsedHubUrl = { kind: 'ok'; baseUrl: string } | { kind: 'refused'; reason: Reason };

const refused = (reason: Reason): ParsedHubUrl => ({ kind: 'refused', reason });

/** An address copied from the browser often has the path of a page; the API is always at the root. */
export function parseHubUrl(text: string): ParsedHubUrl {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return refused(reasonCode('address-not-http'));
  // Credentials in the address would be visible to everyone who sees the address.
  if (url.username !== '' || url.password !== '') return refused(reasonCode('address-has-login'));
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return refused(reasonCode('hub-address-path'));
  return { kind: 'ok', baseUrl: url.origin };
}
