import { describe, expect, it } from 'vitest';
import { effectiveHub, parseHubUrl, usableHub } from './hub-settings.ts';

describe('the address of a hub', () => {
  it.each([
    ['http://homeassistant.local:8123', 'http://homeassistant.local:8123'],
    ['http://homeassistant.local:8123/', 'http://homeassistant.local:8123'],
    ['https://hub.example', 'https://hub.example'],
    [' http://[fd00::1]:8123 ', 'http://[fd00::1]:8123'],
    ['http://hub:8123/lovelace/0', 'hub-address-path'],
    ['http://hub:8123/?x=1', 'hub-address-path'],
    ['http://hub:8123/#x', 'hub-address-path'],
    ['http://me:secret@hub:8123', 'address-has-login'],
    ['ws://hub:8123', 'address-not-http'],
    ['file:///etc/passwd', 'address-not-http'],
    ['hub:8123', 'address-not-http'],
    ['', 'address-not-http'],
  ])('%j becomes %s', (text, expected) => {
    const parsed = parseHubUrl(text);
    expect(parsed.kind === 'ok' ? parsed.baseUrl : parsed.reason).toBe(expected);
  });
});

describe('the settings of the hub', () => {
  const none = { enabled: null, baseUrl: null, token: null, certificate: null };
  const env = { SMARTHOME_BASE_URL: 'http://env:8123', SMARTHOME_TOKEN: 'env-token' };

  it('are off without any', () => expect(effectiveHub(none, {})).toMatchObject({ enabled: false, baseUrl: null }));

  it('come from the environment where the console has none', () =>
    expect(usableHub(effectiveHub(none, env))).toEqual({
      baseUrl: 'http://env:8123',
      token: 'env-token',
      certificate: null,
    }));

  it('come from the console first, which can also switch the hub of the environment off', () => {
    expect(effectiveHub({ ...none, baseUrl: 'http://console', token: 't' }, env)).toMatchObject({
      baseUrl: 'http://console',
      token: 't',
      isFromConsole: true,
    });
    expect(usableHub(effectiveHub({ ...none, enabled: false }, env))).toBeUndefined();
  });

  it('never send the token of the environment to the address of the console', () =>
    expect(effectiveHub({ ...none, enabled: true, baseUrl: 'http://console' }, env).token).toBeNull());
});
