const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Whether an address belongs to this machine or a private network: RFC 1918, RFC 4193, loopback. */
export function isLanAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  const parts = V4.exec(plain)?.slice(1).map(Number);
  if (parts) {
    const [a = 0, b = 0] = parts;
    if (parts.some((part) => part > 255)) return false;
    return a === 10 || a === 127 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
  }
  return plain === '::1' || /^f[cd][0-9a-f]{2}:[0-9a-f:]+$/.test(plain);
}
