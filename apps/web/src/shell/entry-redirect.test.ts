import { describe, expect, it } from 'vitest';
import { entryRedirect, returnPath } from './entry-redirect.ts';

describe('the entry redirect', () => {
  it.each([
    [
      'a fresh install starts with the first run',
      { pathname: '/cameras', needsBootstrap: true, session: 'signed-out' },
      '/setup',
    ],
    [
      'the first run is not redirected until it is finished',
      { pathname: '/setup', needsBootstrap: true, session: 'signed-out' },
      undefined,
    ],
    [
      'a signed-out user goes to sign-in',
      { pathname: '/policies', needsBootstrap: false, session: 'signed-out' },
      '/sign-in',
    ],
    [
      'a finished first run requires sign-in',
      { pathname: '/setup', needsBootstrap: false, session: 'signed-out' },
      '/sign-in',
    ],
    ['a signed-in user stays', { pathname: '/policies', needsBootstrap: false, session: 'signed-in' }, undefined],
    [
      'an expired session keeps its screen',
      { pathname: '/policies', needsBootstrap: false, session: 'ended' },
      undefined,
    ],
  ] as const)('%s', (_title, facts, expected) => expect(entryRedirect(facts)).toBe(expected));

  it.each([
    [undefined, '/live'],
    ['/policies/7?a=1', '/policies/7?a=1'],
    ['/sign-in', '/live'],
    ['//evil.example', '/live'],
    ['/\\evil.example', '/live'],
    ['https://evil.example', '/live'],
    ['javascript:alert(1)', '/live'],
  ])('returns from %j to %s', (from, expected) => expect(returnPath(from)).toBe(expected));
});
