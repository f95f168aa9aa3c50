import { describe, expect, it } from 'vitest';
import { deviceOf } from './device-of.ts';

describe('the name of a device', () => {
  it.each([
    [null, undefined],
    ['  ', undefined],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
      'Chrome, Linux',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1', 'Safari, iOS'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge, Windows'],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j is %j', (userAgent, expected) => expect(deviceOf(userAgent)).toBe(expected));
});
