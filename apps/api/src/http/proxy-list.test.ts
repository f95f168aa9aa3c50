import { expect, it } from 'vitest';
import { proxyList } from './proxy-list.ts';

it.each([
  [['loopback'], '127.0.0.1', true],
  [['loopback'], '::ffff:127.0.0.9', true],
  [['loopback'], '::1', true],
  [['loopback'], '192.168.1.5', false],
  [['10.1.0.0/16'], '10.1.200.3', true],
  [['10.1.0.0/16'], '10.2.0.1', false],
  [['192.168.1.5'], '192.168.1.5', true],
  [['uniquelocal'], 'fd12::1', true],
  [[], '127.0.0.1', false],
  [['loopback'], '', false],
])('%j has %s: %s', (networks, address, expected) => expect(proxyList(networks)(address)).toBe(expected));
