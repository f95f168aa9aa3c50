/**
 * The IPv4 addresses that an IPv6 address translates to: mapped and compatible ones, NAT64 (RFC 6052, both well-known
 * prefixes), 6to4, Teredo (its server and its client) and ISATAP. Address checks must cover these too, because a gateway
 * forwards connections to them.
 */
export function embeddedV4(address: string): string[] {
  const groups = groupsOf(address);
  if (groups === undefined) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const isZero = (...some: readonly number[]) => some.every((group) => group === 0);
  const found: string[] = [];
  if (isZero(a, b, c, d, e) && (f === 0xffff || (f === 0 && g !== 0))) found.push(v4(g, h));
  // The translated form of RFC 2765.
  if (isZero(a, b, c, d) && e === 0xffff && f === 0) found.push(v4(g, h));
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) found.push(v4(g, h));
  // The network chooses the position of the address within this prefix; the byte after the first 64 bits is always skipped.
  if (a === 0x64 && b === 0xff9b && c === 1)
    found.push(v4(g, h), v4(d, ((e & 0xff) << 8) | (f >> 8)), v4(((d & 0xff) << 8) | (e & 0xff), f));
  if (a === 0x2002) found.push(v4(b, c));
  if (a === 0x2001 && b === 0) found.push(v4(c, d), v4(g ^ 0xffff, h ^ 0xffff));
  if ((e === 0 || e === 0x200) && f === 0x5efe) found.push(v4(g, h));
  return found;
}

const v4 = (high: number, low: number): string => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');

/** Undefined if the text is not an IPv6 address. */
function groupsOf(address: string): number[] | undefined {
  const text = (address.split('%')[0] ?? '').toLowerCase();
  if (!text.includes(':') || text.length > 45) return undefined;
  const dotted = /^(.*:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const [p = 0, q = 0, r = 0, s = 0] = (dotted?.slice(2) ?? []).map(Number);
  const hex = dotted ? `${dotted[1]}${((p << 8) | q).toString(16)}:${((r << 8) | s).toString(16)}` : text;
  const [head = '', tail, ...more] = hex.split('::');
  if (more.length > 0) return undefined;
  const parts = (half: string) => (half === '' ? [] : half.split(':'));
  const [before, after] = [parts(head), parts(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  if (zeros < 0) return undefined;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}
