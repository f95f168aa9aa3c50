import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

it.each([
  ['same-origin', undefined, 'nvr.lan:8080', true],
  ['same-site', 'http://nvr.lan:8080', 'nvr.lan:8080', false],
  ['cross-site', undefined, 'nvr.lan:8080', false],
  ['none', undefined, 'nvr.lan:8080', false],
  [undefined, 'http://nvr.lan:8080', 'nvr.lan:8080', true],
  [undefined, 'http://nvr.lan:8080', 'NVR.lan:8080', true],
  [undefined, 'https://nvr.lan', 'nvr.lan', true],
  [undefined, 'https://nvr.lan', 'nvr.lan:443', true],
  [undefined, 'http://nvr.lan', 'nvr.lan:80', true],
  [undefined, 'http://nvr.lan:8081', 'nvr.lan:8080', false],
  [undefined, 'http://nvr.lan', 'nvr.lan:8080', false],
  [undefined, 'http://[::1]:8080', '[::1]:8080', true],
  [undefined, 'null', 'nvr.lan', false],
  [undefined, 'file://nvr.lan', 'nvr.lan', false],
  [undefined, undefined, 'nvr.lan', false],
  [undefined, 'http://nvr.lan', undefined, false],
])('Sec-Fetch-Site %s, Origin %s, Host %s: %s', (fetchSite, origin, host, expected) =>
  expect(isSameOrigin({ fetchSite, origin, host })).toBe(expected),
);
