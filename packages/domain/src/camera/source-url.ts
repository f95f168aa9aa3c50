import { type Reason, reasonCode } from '../reason/reason.ts';
import { countMasks, hideParts, showParts } from './hidden-parts.ts';

/** The source of a camera's stream: the address without its passwords, and the passwords separately. */
export interface SourceUrl {
  /** May contain a user name, never a password; passwords in the path or query are masked. */
  url: string;
  /** To be encrypted and passed to `withPassword`, not to be parsed: for a masked address it contains several. */
  password: string | null;
}

export type SourceUrlResult =
  | { kind: 'ok'; source: SourceUrl }
  /** A displayed address, whose masked passwords are only in the saved address. */
  | { kind: 'masked'; source: SourceUrl }
  | { kind: 'refused'; reason: Reason };

export const sourceSchemes = ['rtsp', 'rtsps', 'http', 'https', 'rtmp', 'srt'] as const;

const MAX_LENGTH = 2048;
// The user part extends to the last @ before the path, because installers do write raw @ and # into passwords.
const SHAPE = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/]*)@)?([^/@?#]+)([/?].*)?$/i;
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(\d{1,5}))?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNSAFE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029"'`\\<>|^{}]/;

const refused = (reason: Reason): SourceUrlResult => ({ kind: 'refused', reason });

/** Accepts only the protocols of cameras, so that no other protocol of ffmpeg is ever reached. */
export function parseSourceUrl(text: string): SourceUrlResult {
  if (text.length > MAX_LENGTH) return refused(reasonCode('too-long', { limit: MAX_LENGTH }));
  if (UNSAFE.test(text)) return refused(reasonCode('address-unsafe'));
  const [, scheme, userinfo, host, rest = ''] = SHAPE.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return refused(reasonCode('address-not-stream'));
  const wanted = scheme.toLowerCase();
  if (!sourceSchemes.some((known) => known === wanted))
    return refused(reasonCode('address-scheme', { schemes: sourceSchemes.map((known) => `${known}://`).join(', ') }));
  const hostParts = HOST.exec(host);
  if (!hostParts || Number(hostParts[1] ?? 1) < 1 || Number(hostParts[1] ?? 1) > 65_535)
    return refused(reasonCode('address-host-invalid'));
  const { user, password } = splitUserinfo(userinfo);
  const login = user === '' && password === null ? '' : `${encodeURIComponent(user)}@`;
  return withHiddenParts(`${wanted}://${login}${host}`, rest, password);
}

function withHiddenParts(start: string, rest: string, login: string | null): SourceUrlResult {
  const { masked, parts } = hideParts(rest);
  const hidden = parts.filter((part) => part !== undefined);
  const source = { url: `${start}${masked}`, password: login };
  if (countMasks(masked) !== parts.length || (hidden.length > 0 && hidden.length < parts.length))
    return refused(reasonCode('address-has-mask'));
  if (parts.length === 0) return { kind: 'ok', source };
  if (hidden.length === 0) return { kind: 'masked', source };
  return { kind: 'ok', source: { ...source, password: JSON.stringify({ login, hidden } satisfies Passwords) } };
}

/** The content of the password field of a masked address. */
interface Passwords {
  login: string | null;
  hidden: string[];
}

function passwordsOf({ url, password }: SourceUrl): Passwords {
  const masks = countMasks(pathAndQuery(url));
  const several = masks > 0 && password !== null ? readPasswords(password) : undefined;
  return several?.hidden.length === masks ? several : { login: password, hidden: [] };
}

function readPasswords(text: string): Passwords | undefined {
  try {
    const { login, hidden } = JSON.parse(text) as Partial<Passwords>;
    const whole = (login === null || typeof login === 'string') && Array.isArray(hidden);
    return whole && hidden.every((part) => typeof part === 'string') ? { login, hidden } : undefined;
  } catch {
    return undefined;
  }
}

function splitUserinfo(userinfo: string | undefined): { user: string; password: string | null } {
  if (userinfo === undefined) return { user: '', password: null };
  const colon = userinfo.indexOf(':');
  if (colon < 0) return { user: decode(userinfo), password: null };
  return { user: decode(userinfo.slice(0, colon)), password: decode(userinfo.slice(colon + 1)) };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A raw % in a password, not an escape.
  }
};

/** The complete address; for the process that connects, never for a reply or a log. */
export function withPassword(source: SourceUrl): string {
  const { login, hidden } = passwordsOf(source);
  const start = loginAndHost(source.url);
  const rest = showParts(pathAndQuery(source.url), hidden);
  if (login === null) return `${start}${rest}`;
  const at = start.indexOf('@');
  const host = start.indexOf('://') + 3;
  const before = at < 0 ? start.slice(0, host) : start.slice(0, at);
  const after = at < 0 ? `@${start.slice(host)}` : start.slice(at);
  return `${before}:${encodeURIComponent(login)}${after}${rest}`;
}

/**
 * An edit that sends back the address as it was shown keeps the saved passwords. Another user name or host drops them: a saved
 * password must not be sent to another machine.
 */
export function keepsPassword(saved: string, edited: SourceUrl): boolean {
  return (
    edited.password === null &&
    loginAndHost(saved).toLowerCase() === loginAndHost(edited.url).toLowerCase() &&
    countMasks(pathAndQuery(saved)) === countMasks(pathAndQuery(edited.url))
  );
}

const loginAndHost = (url: string): string => /^[^:]+:\/\/[^/?]*/.exec(url)?.[0] ?? url;
const pathAndQuery = (url: string): string => url.slice(loginAndHost(url).length);
