import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedV4 } from './embedded-v4.ts';

describe('the IPv4 address embedded in an IPv6 address', () => {
  it.each([
    ['64:ff9b::a9fe:a9fe', '169.254.169.254'],
    ['64:FF9B::169.254.169.254', '169.254.169.254'],
    ['64:ff9b:1:a9fe:a9:fe00::', '169.254.169.254'],
    ['64:ff9b:1::a9fe:a9fe', '169.254.169.254'],
    ['2002:a9fe:a9fe::1', '169.254.169.254'],
    ['2001:0:a9fe:a9fe::1', '169.254.169.254'],
    ['2001::ffff:5601:5601', '169.254.169.254'],
    ['::ffff:169.254.169.254', '169.254.169.254'],
    ['::ffff:a9fe:a9fe', '169.254.169.254'],
    ['::a9fe:a9fe', '169.254.169.254'],
    ['::ffff:0:a9fe:a9fe', '169.254.169.254'],
    ['fe80::5efe:a9fe:a9fe', '169.254.169.254'],
    ['2001:db8::200:5efe:10.0.0.1%eth0', '10.0.0.1'],
  ])('%s is %s', (address, v4) => expect(embeddedV4(address)).toContain(v4));

  it.each([
    '2001:db8::1',
    '::1',
    '::',
    'fd00::1',
    '10.0.0.1',
    'camera',
    '',
    ':::',
    '1:2:3',
    '1::2::3',
    'g::1',
    '64:ff9b',
  ])('%s has none', (address) => expect(embeddedV4(address)).toEqual([]));

  it('is found in any notation', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([p, q, r, s]) => {
        const dotted = [p, q, r, s].join('.');
        const hex = `${((p << 8) | q).toString(16)}:${((r << 8) | s).toString(16)}`;
        for (const address of [`64:ff9b::${dotted}`, `64:ff9b::${hex}`, `0064:ff9b:0:0:0:0:${hex}`, `2002:${hex}::`])
          expect(embeddedV4(address)).toEqual([dotted]);
      }),
    );
  });
});
