import { keepsPassword, parseSourceUrl, reasonCode, type SourceUrl } from '@holdfast/domain';
import type { OutboundRule, SecretBox } from '@holdfast/kit';
import { pinSource } from '@holdfast/media';
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

/**
 * Refuses addresses that the product never contacts, by the rule of the recorder and of the test of an address. Those that
 * are saved already are not looked at again, so that other settings of the camera can be changed.
 */
export async function requireContactableSources(
  outbound: OutboundRule,
  edit: { main_url?: string; sub_url?: string | null; onvif_url?: string | null },
  saved?: { mainUrl: string; subUrl: string | null; onvifUrl: string | null },
): Promise<void> {
  const known = [saved?.mainUrl, saved?.subUrl, saved?.onvifUrl];
  for (const field of ['main_url', 'sub_url', 'onvif_url'] as const) {
    const parsed = edit[field] == null ? undefined : parseSourceUrl(edit[field]);
    // An address that cannot be parsed is refused elsewhere, with its own reason.
    if (parsed === undefined || parsed.kind === 'refused' || known.includes(parsed.source.url)) continue;
    const pinned = await pinSource(parsed.source.url, outbound);
    if (pinned.kind === 'refused') throw invalidField(`/${field}`, pinned.reason);
  }
}
