import type { Credentials } from './digest-auth.ts';

export interface CameraUrl {
  secure: boolean;
  host: string;
  port: number;
  /** The address without credentials, as sent to the camera. */
  uri: string;
  credentials: Credentials | undefined;
}

const defaultPort = { rtsp: 554, rtsps: 322 } as const;
const hostAndPort = /^(\[[0-9A-Fa-f:.%\w]+\]|[^\s:@[\]/?#]+)(?::(\d{1,5}))?$/;

/**
 * Parses a camera address as people type it: passwords may contain unescaped `@ : / # ?` and percent signs, which the
 * URL standard would split wrongly. Undefined if it is not an RTSP address.
 */
export function parseCameraUrl(text: string): CameraUrl | undefined {
  if (/[\s\p{Cc}]/u.test(text)) return undefined;
  const scheme = /^(rtsps?):\/\//i.exec(text);
  if (scheme === null) return undefined;
  const secure = (scheme[1] ?? '').toLowerCase() === 'rtsps';
  const split = splitAuthority(text.slice(scheme[0].length));
  if (split === undefined) return undefined;
  const address = hostAndPort.exec(split.address);
  if (address === null) return undefined;
  const port = address[2] === undefined ? defaultPort[secure ? 'rtsps' : 'rtsp'] : Number(address[2]);
  if (port < 1 || port > 65_535) return undefined;
  const host = (address[1] ?? '').replace(/^\[|\]$/g, '');
  const path = split.path.split('#', 1)[0] ?? '';
  const uri = `${secure ? 'rtsps' : 'rtsp'}://${split.address}${path}`;
  return { secure, host, port, uri, credentials: parseCredentials(split.userInfo) };
}

function splitAuthority(rest: string): { userInfo: string | undefined; address: string; path: string } | undefined {
  const plain = splitAt(rest, 0);
  if (!plain.address.includes('@') && hostAndPort.test(plain.address)) return { userInfo: undefined, ...plain };
  // The right @ is followed by a host. Before the first slash it is the last such one; after it, where a password
  // contains a slash, the first, since paths and queries may contain more.
  const ats = [...rest.matchAll(/@/g)]
    .map(({ index }) => index)
    .filter((at) => hostAndPort.test(splitAt(rest, at + 1).address));
  const firstSlash = rest.indexOf('/');
  const at = ats.filter((index) => firstSlash < 0 || index < firstSlash).at(-1) ?? ats[0];
  if (at === undefined) return undefined;
  return { userInfo: rest.slice(0, at), ...splitAt(rest, at + 1) };
}

function splitAt(rest: string, from: number): { address: string; path: string } {
  const tail = rest.slice(from);
  const end = tail.search(/[/?#]/);
  return end < 0 ? { address: tail, path: '' } : { address: tail.slice(0, end), path: tail.slice(end) };
}

function parseCredentials(userInfo: string | undefined): Credentials | undefined {
  if (userInfo === undefined) return undefined;
  const colon = userInfo.indexOf(':');
  const username = colon < 0 ? userInfo : userInfo.slice(0, colon);
  return { username: decoded(username), password: colon < 0 ? '' : decoded(userInfo.slice(colon + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is meant literally.
    return text;
  }
}
