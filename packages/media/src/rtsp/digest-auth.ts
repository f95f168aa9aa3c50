import { createHash, timingSafeEqual } from 'node:crypto';

export interface Challenge {
  scheme: string;
  parameters: ReadonlyMap<string, string>;
}

export interface Credentials {
  username: string;
  password: string;
}

const token = /([\w!#$%&'*+.^`|~/-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,]*))?/g;

/** The challenges of a header, which may have several, or the scheme of an Authorization header. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  for (const match of header.matchAll(token)) {
    const [, name = '', value] = match;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), unquote(value));
  }
  return challenges;
}

const unquote = (value: string): string =>
  value.startsWith('"') && value.length >= 2 ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;

const quote = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

type HashName = 'md5' | 'sha256';

function hashOf(algorithm: string | undefined): { name: HashName; session: boolean } | undefined {
  switch ((algorithm ?? 'MD5').toUpperCase()) {
    case 'MD5':
      return { name: 'md5', session: false };
    case 'MD5-SESS':
      return { name: 'md5', session: true };
    case 'SHA-256':
      return { name: 'sha256', session: false };
    case 'SHA-256-SESS':
      return { name: 'sha256', session: true };
    default:
      return undefined;
  }
}

/** The strongest challenge that we support: SHA-256, then MD5, then Basic. */
export function chooseChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const digests = challenges.filter(({ scheme, parameters }) => scheme === 'digest' && answerable(parameters));
  const named = (name: HashName) =>
    digests.find((challenge) => hashOf(challenge.parameters.get('algorithm'))?.name === name);
  return named('sha256') ?? named('md5') ?? challenges.find(({ scheme }) => scheme === 'basic');
}

const answerable = (parameters: ReadonlyMap<string, string>): boolean =>
  parameters.has('nonce') &&
  hashOf(parameters.get('algorithm')) !== undefined &&
  (!parameters.has('qop') || offersAuth(parameters));

const offersAuth = (parameters: ReadonlyMap<string, string>): boolean =>
  (parameters.get('qop') ?? '').split(',').some((quality) => quality.trim().toLowerCase() === 'auth');

export interface DigestInputs extends Credentials {
  method: string;
  uri: string;
  realm: string;
  nonce: string;
  algorithm: string | undefined;
  /** Set if the quality of protection is `auth`. */
  counted: { cnonce: string; nc: string } | undefined;
}

export function digestResponse(inputs: DigestInputs): string | undefined {
  const hash = hashOf(inputs.algorithm);
  if (hash === undefined || (hash.session && inputs.counted === undefined)) return undefined;
  const hex = (text: string) => createHash(hash.name).update(text).digest('hex');
  const account = hex(`${inputs.username}:${inputs.realm}:${inputs.password}`);
  const secret = hash.session ? hex(`${account}:${inputs.nonce}:${inputs.counted?.cnonce ?? ''}`) : account;
  const request = hex(`${inputs.method}:${inputs.uri}`);
  if (inputs.counted === undefined) return hex(`${secret}:${inputs.nonce}:${request}`);
  return hex(`${secret}:${inputs.nonce}:${inputs.counted.nc}:${inputs.counted.cnonce}:auth:${request}`);
}

const basicAuthorization = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

/** The Authorization header for a challenge; `count` is the number of requests made with its nonce. */
export function answerChallenge(
  challenge: Challenge,
  {
    username,
    password,
    method,
    uri,
    count,
    cnonce,
  }: Credentials & { method: string; uri: string; count: number; cnonce: string },
): string | undefined {
  if (challenge.scheme === 'basic') return basicAuthorization({ username, password });
  const { parameters } = challenge;
  const realm = parameters.get('realm') ?? '';
  const nonce = parameters.get('nonce') ?? '';
  const algorithm = parameters.get('algorithm');
  const counted = offersAuth(parameters) ? { cnonce, nc: count.toString(16).padStart(8, '0') } : undefined;
  const response = digestResponse({ username, password, method, uri, realm, nonce, algorithm, counted });
  if (response === undefined) return undefined;
  const fields = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
  ];
  if (algorithm !== undefined) fields.push(`algorithm=${algorithm}`);
  if (counted) fields.push('qop=auth', `nc=${counted.nc}`, `cnonce=${quote(counted.cnonce)}`);
  const opaque = parameters.get('opaque');
  if (opaque !== undefined) fields.push(`opaque=${quote(opaque)}`);
  return `Digest ${fields.join(', ')}`;
}

/** A reader's credentials, to be checked against a known password. */
export type ShownCredentials =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'digest'; username: string; nonce: string; uri: string; matches: (password: string) => boolean };

export function readAuthorization(
  header: string,
  { method, realm }: { method: string; realm: string },
): ShownCredentials | undefined {
  const basic = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header);
  if (basic) {
    const text = Buffer.from(basic[1] ?? '', 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : { kind: 'basic', username: text.slice(0, colon), password: text.slice(colon + 1) };
  }
  const shown = parseChallenges(header)[0];
  if (shown?.scheme !== 'digest') return undefined;
  const { parameters } = shown;
  const username = parameters.get('username');
  const nonce = parameters.get('nonce');
  const uri = parameters.get('uri');
  const response = parameters.get('response');
  if (username === undefined || nonce === undefined || uri === undefined || response === undefined) return undefined;
  const counted =
    parameters.get('qop') === undefined
      ? undefined
      : { cnonce: parameters.get('cnonce') ?? '', nc: parameters.get('nc') ?? '' };
  const algorithm = parameters.get('algorithm');
  const matches = (password: string) => {
    const expected = digestResponse({ username, password, method, uri, realm, nonce, algorithm, counted });
    return expected !== undefined && sameSecret(expected, response.toLowerCase());
  };
  return { kind: 'digest', username, nonce, uri, matches };
}

/** Constant-time comparison. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
