import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBlock } from './address-block.ts';

describe('callers are counted', () => {
  it.each([
    ['192.168.1.20', '192.168.1.20'],
    ['::ffff:192.168.1.20', '192.168.1.20'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
  ])('%s by %s', (address, block) => expect(addressBlock(address)).toBe(block));

  it('by their network, for any host part', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const four = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(four, four, four, (network, a, b) => {
        const of = (host: string[]) => addressBlock([...network, ...host].join(':'));
        expect(of(a)).toBe(of(b));
      }),
    );
  });
});
