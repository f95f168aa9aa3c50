import { keepsPassword, parseSourceUrl, reasonCode, type SourceUrl } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import { invalidField } from '../http/problem.ts';

interface Sealed {
  url: string;
  password: Buffer | null;
}

/** A complete address, with all its passwords. */
export function requireSource(text: string, pointer: string): SourceUrl {
  const result = parseSourceUrl(text);
  if (result.kind === 'refused') throw invalidField(pointer, result.reason);
  if (result.kind === 'masked') throw invalidField(pointer, reasonCode('address-has-mask'));
  return result.source;
}

/** An address from a body as it is stored: passwords encrypted separately, and kept when the shown address is sent back. */
export function sealSource(
  secrets: SecretBox,
  text: string,
  pointer: string,
  saved?: { url: string | null; password: Buffer | null },
): Sealed {
  const shown = parseSourceUrl(text);
  if (saved?.url != null && shown.kind !== 'refused' && keepsPassword(saved.url, shown.source))
    return { url: shown.source.url, password: saved.password };
  const source = requireSource(text, pointer);
  return { url: source.url, password: source.password === null ? null : secrets.seal(source.password) };
}

/** The address of a camera's ONVIF service. The login is that of its stream, so it has none of its own. */
export function requireServiceUrl(text: string, pointer: string): string {
  const url = URL.parse(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw invalidField(pointer, reasonCode('address-not-http'));
  if (url.username !== '' || url.password !== '') throw invalidField(pointer, reasonCode('address-has-login'));
  url.hash = '';
  return url.href;
}
