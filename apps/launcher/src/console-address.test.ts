import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { localAddress, reachSentence } from './console-address.ts';

const card = (address: string, internal: boolean): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});
const interfaces = { lo: [card('127.0.0.1', true)], eth0: [card('192.168.1.5', false)] };

describe('the console address', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:8080'],
    ['192.168.1.5', 'http://192.168.1.5:8080'],
  ])('for HOST %s is %s on this machine', (host, address) => {
    expect(localAddress({ host, port: 8080 })).toBe(address);
  });

  it.each([
    ['127.0.0.1', 'Only this machine can connect. To open it to your network: HOST=0.0.0.0 npm start'],
    ['localhost', 'Only this machine can connect. To open it to your network: HOST=0.0.0.0 npm start'],
    ['0.0.0.0', 'Your network can connect at https://192.168.1.5:8080'],
    ['192.168.1.5', 'Your network can connect at https://192.168.1.5:8080'],
  ])('for HOST %s comes with: %s', (host, sentence) => {
    expect(reachSentence({ host, port: 8080, interfaces, isPlain: false, command: 'npm start' })).toBe(sentence);
  });

  it('names the command of the demo in the demo', () => {
    const options = { host: '127.0.0.1', port: 8080, interfaces, isPlain: false, command: 'npm run demo' } as const;
    expect(reachSentence(options)).toMatch(/HOST=0\.0\.0\.0 npm run demo$/);
  });

  it('is without TLS where the operator allowed it', () => {
    expect(reachSentence({ host: '0.0.0.0', port: 8080, interfaces, isPlain: true, command: 'npm start' })).toBe(
      'Your network can connect at http://192.168.1.5:8080',
    );
  });
});
