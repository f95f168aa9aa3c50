/** Where a camera's stream comes from: the address without its password, and the password apart. */
export interface SourceUrl {
  /** May carry a user name, never a password. */
  url: string;
  password: string | null;
}

export type SourceUrlResult = { kind: 'ok'; source: SourceUrl } | { kind: 'refused'; reason: string };

export const sourceSchemes = ['rtsp', 'rtsps', 'http', 'https', 'rtmp', 'srt'] as const;

const MAX_LENGTH = 2048;
// The user part runs to the last @ before the path, because installers do write raw @ and # into passwords.
const SHAPE = /^([a-z][a-z0-9+.-]*):\/\/(?:([^/]*)@)?([^/@?#]+)([/?].*)?$/i;
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(\d{1,5}))?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNSAFE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029"'`\\<>|^{}]/;

const refused = (reason: string): SourceUrlResult => ({ kind: 'refused', reason });

/** Takes only what a camera can be, so that no other protocol of ffmpeg is ever reached. */
export function parseSourceUrl(text: string): SourceUrlResult {
  if (text.length > MAX_LENGTH) return refused(`is longer than ${MAX_LENGTH} characters`);
  if (UNSAFE.test(text)) return refused('holds spaces, quotes or control characters; write them percent-encoded');
  const [, scheme, userinfo, host, rest] = SHAPE.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return refused('is not an address like rtsp://host/path');
  const wanted = scheme.toLowerCase();
  if (!sourceSchemes.some((known) => known === wanted))
    return refused(`must start with one of ${sourceSchemes.map((known) => `${known}://`).join(', ')}`);
  const hostParts = HOST.exec(host);
  if (!hostParts || Number(hostParts[1] ?? 1) < 1 || Number(hostParts[1] ?? 1) > 65_535)
    return refused('has no valid host and port');
  const { user, password } = splitUserinfo(userinfo);
  const login = user === '' && password === null ? '' : `${encodeURIComponent(user)}@`;
  return { kind: 'ok', source: { url: `${wanted}://${login}${host}${rest ?? ''}`, password } };
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

/** The address a reader needs; for the process that connects, never for a reply or a log. */
export function withPassword({ url, password }: SourceUrl): string {
  if (password === null) return url;
  const at = url.indexOf('@');
  const start = url.indexOf('://') + 3;
  if (at < 0) return `${url.slice(0, start)}:${encodeURIComponent(password)}@${url.slice(start)}`;
  return `${url.slice(0, at)}:${encodeURIComponent(password)}${url.slice(at)}`;
}

/**
 * An edit that echoes the address as it was shown keeps the saved password. Any other login or host drops it:
 * a saved password must not follow an address to another machine.
 */
export function keepsPassword(saved: string, edited: SourceUrl): boolean {
  return edited.password === null && loginAndHost(saved) === loginAndHost(edited.url);
}

const loginAndHost = (url: string) => /^[^:]+:\/\/[^/?]*/.exec(url)?.[0].toLowerCase();
