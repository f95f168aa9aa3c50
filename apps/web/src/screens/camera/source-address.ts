import { keepsPassword, parseSourceUrl, withPassword } from '@holdfast/domain';

/** A camera's address as a form has it: the login apart, because that is how people know it. */
export interface SourceAddress {
  url: string;
  username: string;
  password: string;
}

/** What was typed or pasted into the address field; a login inside it moves to its own fields. */
export function takeAddress(text: string, before: SourceAddress): SourceAddress {
  const parsed = parseSourceUrl(text.trim());
  if (parsed.kind === 'refused') return { ...before, url: text };
  const { url, password } = parsed.source;
  const login = /^([a-z]+:\/\/)([^/@]*)@(.*)$/i.exec(url);
  if (!login) return { ...before, url: text };
  const [, scheme = '', username = '', rest = ''] = login;
  return { url: scheme + rest, username: decodeURIComponent(username), password: password ?? before.password };
}

/** An address as the server showed it, which is without its password. */
export const shownAddress = (url: string | null): SourceAddress =>
  takeAddress(url ?? '', { url: '', username: '', password: '' });

export type WholeAddress = { kind: 'ok'; url: string } | { kind: 'refused'; reason: string };

/** The address to send. Without a password the server keeps the one it has, as long as login and host stay. */
export function wholeAddress({ url, username, password }: SourceAddress): WholeAddress {
  const parsed = parseSourceUrl(url.trim());
  if (parsed.kind === 'refused') return parsed;
  const plain = parsed.source.url;
  if (username === '' && password === '') return { kind: 'ok', url: plain };
  const at = plain.indexOf('://') + 3;
  const withUser = `${plain.slice(0, at)}${encodeURIComponent(username)}@${plain.slice(at)}`;
  return { kind: 'ok', url: withPassword({ url: withUser, password: password === '' ? null : password }) };
}

/** Whether the saved password goes on being used with what the form holds now. */
export function usesSavedPassword(saved: { url: string | null; hasPassword: boolean }, edited: SourceAddress): boolean {
  if (!saved.hasPassword || saved.url === null || edited.password !== '') return false;
  const whole = wholeAddress(edited);
  return whole.kind === 'ok' && keepsPassword(saved.url, { url: whole.url, password: null });
}
