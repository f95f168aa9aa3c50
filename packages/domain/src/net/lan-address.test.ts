import { describe, expect, it } from 'vitest';
import { isLanAddress } from './lan-address.ts';

describe('an address', () => {
  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '172.16.0.9',
    '172.31.255.1',
    '192.168.1.20',
    '::1',
    'fd12:3456::1',
    '::ffff:10.1.2.3',
  ])('%s is of a private network', (address) => expect(isLanAddress(address)).toBe(true));
  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '192.169.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '10.0.0.256',
    '10.0.0.1.evil.org',
    '2001:db8::1',
    'fe80::1',
    '::ffff:8.8.8.8',
    'camera',
    '',
  ])('%s is not', (address) => expect(isLanAddress(address)).toBe(false));
});
