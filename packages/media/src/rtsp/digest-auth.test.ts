import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerChallenge, chooseChallenge, digestResponse, parseChallenges, readAuthorization } from './digest-auth.ts';

describe('digest authentication', () => {
  const rfc = { username: 'Mufasa', method: 'GET', uri: '/dir/index.html' };

  it('returns the known answer for MD5 with a nonce count', () => {
    const response = digestResponse({
      ...rfc,
      password: 'Circle Of Life',
      realm: 'testrealm@host.com',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      algorithm: undefined,
      counted: { cnonce: '0a4f113b', nc: '00000001' },
    });
    expect(response).toBe('6629fae49393a05397450978507c4ef1');
  });

  it('returns the known answer for SHA-256', () => {
    const response = digestResponse({
      ...rfc,
      password: 'Circle of Life',
      realm: 'http-auth@example.org',
      nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
      algorithm: 'SHA-256',
      counted: { cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ', nc: '00000001' },
    });
    expect(response).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1');
  });

  it('chooses the strongest supported challenge', () => {
    const offered = parseChallenges(
      'Basic realm="a, b", Digest realm="x", nonce="1", Digest realm="x", nonce="2", algorithm=SHA-256, qop="auth-int,auth"',
    );
    expect(offered.map(({ scheme }) => scheme)).toEqual(['basic', 'digest', 'digest']);
    expect(chooseChallenge(offered)?.parameters.get('nonce')).toBe('2');
    expect(chooseChallenge(offered.slice(0, 2))?.parameters.get('nonce')).toBe('1');
    expect(chooseChallenge(offered.slice(0, 1))?.scheme).toBe('basic');
    expect(chooseChallenge(parseChallenges('Digest realm="x", nonce="1", algorithm=SHA-512-256'))).toBeUndefined();
    expect(chooseChallenge(parseChallenges('Digest realm="x", nonce="1", qop="auth-int"'))).toBeUndefined();
  });

  it.each([
    'Digest realm="Holdfast", nonce="n"',
    'Digest realm="Holdfast", nonce="n", qop="auth", algorithm=SHA-256, opaque="o"',
    'Basic realm="Holdfast"',
  ])('is accepted by our own server for any user name and password: %s', (header) => {
    const [challenge] = parseChallenges(header);
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(':'));
    fc.assert(
      fc.property(name, fc.string({ unit: 'grapheme' }), (username, password) => {
        const request = { method: 'DESCRIBE', uri: 'rtsp://h/c/main' };
        const answer =
          challenge && answerChallenge(challenge, { username, password, ...request, count: 1, cnonce: 'c' });
        const shown = readAuthorization(answer ?? '', { method: 'DESCRIBE', realm: 'Holdfast' });
        if (shown?.kind === 'digest') {
          expect(shown.username).toBe(username);
          expect(shown.matches(password)).toBe(true);
          expect(shown.matches(`${password}x`)).toBe(false);
        } else expect(shown).toEqual({ kind: 'basic', username, password });
      }),
    );
  });

  it('never throws on garbage', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        chooseChallenge(parseChallenges(text));
        for (const header of [text, `Digest ${text}`, `Basic ${text}`])
          readAuthorization(header, { method: 'PLAY', realm: 'r' });
      }),
    );
  });
});
