import { keepsPassword, parseSourceUrl, type SourceUrl } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import { invalidField } from '../http/problem.ts';

interface Sealed {
  url: string;
  password: Buffer | null;
}

export function requireSource(text: string, pointer: string): SourceUrl {
  const result = parseSourceUrl(text);
  if (result.kind === 'refused') throw invalidField(pointer, result.reason);
  return result.source;
}

/** An address from a body as it is stored: the password sealed apart, and kept when the address is merely echoed. */
export function sealSource(
  secrets: SecretBox,
  text: string,
  pointer: string,
  saved?: { url: string | null; password: Buffer | null },
): Sealed {
  const source = requireSource(text, pointer);
  if (saved?.url != null && keepsPassword(saved.url, source)) return { url: source.url, password: saved.password };
  return { url: source.url, password: source.password === null ? null : secrets.seal(source.password) };
}

/** The address to connect to. A password sealed with another key is as good as none: the camera will say so. */
export const openSource = (secrets: SecretBox, { url, password }: Sealed): SourceUrl => ({
  url,
  password: password === null ? null : (secrets.open(password) ?? null),
});
