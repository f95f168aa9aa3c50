import { describe, expect, it } from 'vitest';
import { returnPath, whereTo } from './where-to.ts';

describe('the way in', () => {
  it.each([
    [
      'a fresh install begins with the first run',
      { pathname: '/cameras', needsBootstrap: true, session: 'signed-out' },
      '/setup',
    ],
    [
      'the first run is not left while it lasts',
      { pathname: '/setup', needsBootstrap: true, session: 'signed-out' },
      undefined,
    ],
    ['a stranger signs in', { pathname: '/policies', needsBootstrap: false, session: 'signed-out' }, '/sign-in'],
    [
      'a finished first run wants a sign-in too',
      { pathname: '/setup', needsBootstrap: false, session: 'signed-out' },
      '/sign-in',
    ],
    ['who is in stays', { pathname: '/policies', needsBootstrap: false, session: 'signed-in' }, undefined],
    [
      'a session that ended keeps its screen',
      { pathname: '/policies', needsBootstrap: false, session: 'ended' },
      undefined,
    ],
  ] as const)('%s', (_title, facts, expected) => expect(whereTo(facts)).toBe(expected));

  it.each([
    [undefined, '/live'],
    ['/policies/7?a=1', '/policies/7?a=1'],
    ['/sign-in', '/live'],
    ['//evil.example', '/live'],
    ['/\\evil.example', '/live'],
    ['https://evil.example', '/live'],
    ['javascript:alert(1)', '/live'],
  ])('leads from %j back to %s', (from, expected) => expect(returnPath(from)).toBe(expected));
});
