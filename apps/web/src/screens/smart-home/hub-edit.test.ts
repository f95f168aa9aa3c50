import { describe, expect, it } from 'vitest';
import type { HubConfig } from '../../api/queries.ts';
import {
  fingerprintText,
  type HubEffect,
  type HubFields,
  hubEffects,
  hubFields,
  isSameTest,
  needsToken,
  withAddress,
} from './hub-edit.ts';

const HOME = 'http://homeassistant.local:8123';
const none: HubConfig = { enabled: false, base_url: null, certificate: null, has_token: false, source: 'console' };
const connected: HubConfig = { ...none, enabled: true, base_url: HOME, has_token: true };

describe('saving the hub', () => {
  it.each<[string, HubConfig, Partial<HubFields>, HubEffect[]]>([
    ['connects a first hub', none, { enabled: true, base_url: HOME, token: 'abc' }, ['connects']],
    ['still needs a token', none, { enabled: true, base_url: HOME }, ['needs-token']],
    ['connects again', { ...connected, enabled: false }, { enabled: true }, ['connects']],
    ['disconnects', connected, { enabled: false }, ['disconnects']],
    ['disconnects without an address', connected, { base_url: null }, ['disconnects']],
    ['moves to another address', connected, { base_url: 'http://other', token: 'abc' }, ['moves']],
    ['loses the token with the address', connected, { base_url: 'http://other' }, ['needs-token']],
    ['replaces the token', connected, { token: 'abc' }, ['new-token']],
    ['trusts one certificate', connected, { certificate: 'ab' }, ['trusts']],
    ['trusts it no more', { ...connected, certificate: 'ab' }, { certificate: null }, ['distrusts']],
    ['changes nothing', connected, {}, []],
  ])('%s', (_title, config, change, expected) =>
    expect(hubEffects(config, { ...hubFields(config), ...change })).toEqual(expected),
  );

  it('keeps the saved token for the saved address alone', () => {
    expect(needsToken(connected, hubFields(connected))).toBe(false);
    expect(needsToken(connected, { ...hubFields(connected), base_url: 'http://other' })).toBe(true);
    expect(needsToken(none, hubFields(none))).toBe(false);
  });

  it.each<[string, Partial<HubFields>, boolean]>([
    ['nothing', {}, true],
    ['the switch', { enabled: false }, true],
    ['the address', { base_url: 'http://other' }, false],
    ['the token', { token: 'abc' }, false],
    ['the certificate', { certificate: 'ab' }, false],
  ])('takes a test for what was tested: after a change of %s', (_title, change, holds) =>
    expect(isSameTest(hubFields(connected), { ...hubFields(connected), ...change })).toBe(holds),
  );

  it('keeps an accepted certificate for its own address alone', () => {
    const trusting = { ...connected, certificate: 'ab' };
    expect(withAddress(trusting, 'https://other ')).toEqual({ base_url: 'https://other', certificate: null });
    expect(withAddress(trusting, HOME)).toEqual({ base_url: HOME, certificate: 'ab' });
    expect(withAddress(trusting, ' ')).toEqual({ base_url: null, certificate: null });
  });

  it('shows a fingerprint in pairs', () => expect(fingerprintText('0a1bff')).toBe('0A:1B:FF'));
});
