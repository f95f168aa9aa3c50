import { createHash, randomBytes } from 'node:crypto';

export interface OnvifLogin {
  username: string;
  password: string;
}

/** Escapes text for an element. */
export const escapeXml = (text: string): string =>
  text
    // Characters that XML does not allow at all.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A digest of the password, valid for one time and one nonce: the password itself is never sent. */
const passwordDigest = (login: { nonce: Buffer; created: string; password: string }): string =>
  createHash('sha1').update(login.nonce).update(login.created).update(login.password).digest('base64');

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** A WS-Security username token for a device whose clock shows `deviceNowMs`: it rejects tokens that look old. */
export function securityHeader({ username, password }: OnvifLogin, deviceNowMs: number): string {
  const nonce = randomBytes(16);
  const created = new Date(deviceNowMs).toISOString();
  return `<w:Security xmlns:w="${WSSE}-wssecurity-secext-1.0.xsd" xmlns:u="${WSSE}-wssecurity-utility-1.0.xsd" s:mustUnderstand="1"><w:UsernameToken><w:Username>${escapeXml(username)}</w:Username><w:Password Type="${WSSE}-username-token-profile-1.0#PasswordDigest">${passwordDigest({ nonce, created, password })}</w:Password><w:Nonce EncodingType="${WSSE}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken></w:Security>`;
}
