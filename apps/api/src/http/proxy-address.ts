import { isIP } from 'node:net';
import { NAMED_NETWORKS } from './proxy-list.ts';

/** The forms that the HTTP server accepts for a trusted proxy: an address, a network in CIDR form, or a named network. */
export function isProxyAddress(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 6 ? 128 : 32))
  );
}
