import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactLogLine, redactUrls } from './redact.ts';

describe('credentials in URLs', () => {
  it.each([
    ['rtsp://user:pass@host', 'rtsp://***@host'],
    ['rtsp://user@host:554/a', 'rtsp://***@host:554/a'],
    ['open rtsp://admin:p@ss@10.0.0.9/ch1 failed', 'open rtsp://***@10.0.0.9/ch1 failed'],
    ['rtsp://admin:sl/ash@10.0.0.9/ch1', 'rtsp://***@10.0.0.9/ch1'],
    ['http://host/x?token=abc&y=1', 'http://host/x?token=***&y=1'],
    ['http://host/x?user=a&password=b%20c#f', 'http://host/x?user=a&password=***#f'],
    ['rtsp://host/user=a_password=b_channel=1', 'rtsp://host/user=a_password=***'],
    ['rtsp://host/user=a&password=b&channel=1', 'rtsp://host/user=a&password=***&channel=1'],
    ['http://host/x?loginuse=a&loginpas=b&y=1', 'http://host/x?loginuse=a&loginpas=***&y=1'],
    ['srt://host:9000?passphrase=abc', 'srt://host:9000?passphrase=***'],
    ['/play/1?ts=2&media_token=eyJ', '/play/1?ts=2&media_token=***'],
    ['postgres://u:p@/db?host=/run/x', 'postgres://***@/db?host=/run/x'],
  ])('%s becomes %s', (raw, wanted) => expect(redactUrls(raw)).toBe(wanted));

  it.each([
    'file:///srv/node_modules/@holdfast/kit/src/index.ts:3:1',
    'http://host:8080/users/@me',
    'http://127.0.0.1:8080',
    'write to ops@example.org',
    'a = b',
  ])('leaves %s alone', (raw) => expect(redactUrls(raw)).toBe(raw));

  it('hides any percent-encoded user and password', () => {
    const part = fc.string({ minLength: 8, maxLength: 40 }).map((raw) => `${encodeURIComponent(raw)}Q7z`);
    fc.assert(
      fc.property(part, part, (user, password) => {
        const line = redactUrls(`cannot open rtsp://${user}:${password}@cam.local:554/main`);
        expect(line).toBe('cannot open rtsp://***@cam.local:554/main');
      }),
    );
  });
});

describe('a log line', () => {
  const redacted = (fields: unknown): unknown => JSON.parse(redactLogLine(JSON.stringify(fields)));

  it('hides secret fields at any depth', () => {
    const line = {
      a: { b: [{ Password: 'x"y', hub_token: 't', jwtSecret: 's', cookie: ['a=b', 'c'] }] },
      has_token: true,
    };
    expect(redacted(line)).toEqual({
      a: { b: [{ Password: '***', hub_token: '***', jwtSecret: '***', cookie: '***' }] },
      has_token: true,
    });
  });

  it('hides authorization in headers, raw header lists and prose', () => {
    expect(redacted({ headers: { authorization: 'Digest username="u", response="r"' } })).toEqual({
      headers: { authorization: '***' },
    });
    expect(redacted(['Authorization', 'Basic dTpw', 'Host', 'h'])).toEqual(['Authorization', '***', 'Host', 'h']);
    expect(redacted({ msg: 'sent Authorization: Digest username="u", response="r"\r\nCSeq: 2' })).toEqual({
      msg: 'sent Authorization: ***\r\nCSeq: 2',
    });
    expect(redacted({ msg: 'used Bearer abcdef.ghi-jkl' })).toEqual({ msg: 'used Bearer ***' });
    expect(redacted({ msg: 'got eyJhbGciOi.eyJzdWIi.sig_9' })).toEqual({ msg: 'got ***' });
  });

  it('stays valid JSON for any strings', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        redacted({ value, msg: JSON.stringify(value), url: `rtsp://u:${JSON.stringify(value)}@h` });
      }),
    );
  });

  it('takes linear time on a hostile line', () => {
    const hostile = 'x://a:b'.repeat(20_000);
    expect(redactLogLine(hostile).length).toBeGreaterThan(0);
  });
});
