import { expect, it } from 'vitest';
import { isOwnAddress } from './is-own-address.ts';

it.each([
  ['http://localhost:8080/share#x', true],
  ['http://LOCALHOST/share#x', true],
  ['https://127.0.0.1:8443/share#x', true],
  ['https://127.1/share#x', true],
  ['http://[::1]:8080/share#x', true],
  ['https://nvr.localhost/share#x', true],
  ['https://192.168.1.20:8443/share#x', false],
  ['https://127.0.0.1.example.com/share#x', false],
  ['https://localhost.example.com/share#x', false],
])('knows whether %s works only on its own machine', (url, expected) => expect(isOwnAddress(url)).toBe(expected));
