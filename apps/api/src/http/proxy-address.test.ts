import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { isProxyAddress } from './proxy-address.ts';

const isTaken = (trusted: string) => {
  try {
    fastify({ trustProxy: [trusted] });
    return true;
  } catch {
    return false;
  }
};

describe('a trusted proxy', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '192.0.2.7/32', '::1', 'fd00::/8', 'loopback', 'linklocal', 'uniquelocal'])(
    'may be %s',
    (text) => expect([isProxyAddress(text), isTaken(text)]).toEqual([true, true]),
  );

  it.each([
    'garbage',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/8/8',
    '::1/129',
    'fe80::1%eth0',
    'proxy.example',
    '10.0.0.1:80',
    '',
  ])('is never %j, which the server would not accept', (text) => expect(isProxyAddress(text)).toBe(false));
});
