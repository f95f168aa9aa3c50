import { expect, it } from 'vitest';
import { ownNames } from './own-names.ts';

const at = (address: string) => ({ address }) as never;

it('names the machine in every way in which a browser may reach it', () => {
  const names = ownNames({
    hostName: 'NAS',
    interfaces: { lo: [at('127.0.0.1'), at('::1')], eth0: [at('192.168.1.5'), at('fe80::1'), at('FD00:0::2')] },
    allowedHosts: ['cam.example.org', 'not a name'],
    publicUrl: 'https://video.example.org:8443/x',
  });
  expect(names).toEqual(
    [
      'localhost',
      'nas',
      'nas.local',
      'cam.example.org',
      'video.example.org',
      '127.0.0.1',
      '::1',
      '192.168.1.5',
      'fd00::2',
    ].sort(),
  );
});

it('takes a host name with dots as it is', () => {
  const names = ownNames({ hostName: 'nas.lan', interfaces: {}, allowedHosts: [], publicUrl: undefined });
  expect(names).toEqual(['localhost', 'nas.lan']);
});
