import { expect, it } from 'vitest';
import { hideHosts, hostsOf } from './hide-hosts.ts';

it('hides the hosts of addresses wherever they are quoted, but no plain words', () => {
  const hosts = hostsOf([
    'rtsp://user:p:a@10.0.0.9:554/x',
    'rtsp://10.0.0.99/x',
    'http://[fe80::1]:80/',
    'rtsp://camera/x',
    'not an address',
    null,
  ]);
  expect(hosts).toEqual(['10.0.0.99', '10.0.0.9', 'fe80::1']);
  expect(hideHosts('camera 10.0.0.99 and 10.0.0.9 and fe80::1', hosts)).toBe('camera *** and *** and ***');
});
