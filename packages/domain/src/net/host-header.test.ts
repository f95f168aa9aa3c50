import { describe, expect, it } from 'vitest';
import { isOwnHost } from './host-header.ts';

describe('the Host header', () => {
  it.each([
    undefined,
    '127.0.0.1:8080',
    'localhost:8080',
    '[::1]:8080',
    '192.168.1.20',
    'nvr',
    'nvr.local',
    'nvr.home.arpa:80',
    'cam.example.org',
    'CAM.example.org.',
  ])('%s is ours', (host) => expect(isOwnHost(host, ['cam.example.org'])).toBe(true));
  it.each([
    'evil.example.com',
    'evil.example.com:8080',
    'localhost.evil.com',
    'cam.example.org.evil.com',
    '127.0.0.1.nip.io',
    'a"b',
    'a b',
    'nvr/x',
    '',
  ])('%j is not', (host) => expect(isOwnHost(host, ['cam.example.org'])).toBe(false));
});
