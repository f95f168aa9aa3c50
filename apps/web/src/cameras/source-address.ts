import { keepsPassword, parseSourceUrl } from '@holdfast/domain';

/** A camera's address as in the form, with a separate login. */
export interface SourceAddress {
  url: string;
  username: string;
  password: string;
}

const LOGIN = /^([a-z][a-z0-9+.-]*:\/\/)([^/]*)@(.*)$/i;

/** Parses the text of the address field; a login inside it moves to its own fields. */
export function takeAddress(text: string, before: SourceAddress): SourceAddress {
  const [, scheme, login, rest] = LOGIN.exec(text.trim()) ?? [];
  if (parseSourceUrl(text.trim()).kind === 'refused' || scheme === undefined || login === undefined)
    return { ...before, url: text };
  const colon = login.indexOf(':');
  const [username, password] = colon < 0 ? [login, undefined] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    url: `${scheme}${rest}`,
    username: decode(username),
    password: password === undefined ? before.password : decode(password),
  };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A raw % in a password, not an escape.
  }
};

/** An address as returned by the server, without its password. */
export const shownAddress = (url: string | null): SourceAddress =>
  takeAddress(url ?? '', { url: '', username: '', password: '' });

export type WholeAddress = { kind: 'ok'; url: string } | { kind: 'refused'; reason: string };

/** The address to send. Without a password the server keeps the saved one, as long as login and host are unchanged. */
export function wholeAddress({ url, username, password }: SourceAddress): WholeAddress {
  const typed = url.trim();
  const parsed = parseSourceUrl(typed);
  if (parsed.kind === 'refused') return parsed;
  if (username === '' && password === '') return { kind: 'ok', url: typed };
  const at = typed.indexOf('://') + 3;
  const login = `${encodeURIComponent(username)}${password === '' ? '' : `:${encodeURIComponent(password)}`}`;
  return { kind: 'ok', url: `${typed.slice(0, at)}${login}@${typed.slice(at)}` };
}

/** Whether the saved password still applies to the form's values. */
export function usesSavedPassword(saved: { url: string | null; hasPassword: boolean }, edited: SourceAddress): boolean {
  if (!saved.hasPassword || saved.url === null || edited.password !== '') return false;
  const whole = wholeAddress(edited);
  const parsed = whole.kind === 'ok' ? parseSourceUrl(whole.url) : whole;
  return parsed.kind !== 'refused' && keepsPassword(saved.url, parsed.source);
}
