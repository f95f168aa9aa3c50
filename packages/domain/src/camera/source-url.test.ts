import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsPassword, parseSourceUrl, withPassword } from './source-url.ts';

const source = (text: string) => {
  const result = parseSourceUrl(text);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.source;
};

describe('a camera’s address', () => {
  it.each([
    ['rtsp://10.0.0.5/stream1', { url: 'rtsp://10.0.0.5/stream1', password: null }],
    ['RTSP://cam.lan:554/a?b=c', { url: 'rtsp://cam.lan:554/a?b=c', password: null }],
    ['rtsp://admin@10.0.0.5/', { url: 'rtsp://admin@10.0.0.5/', password: null }],
    ['rtsp://admin:s3cret@10.0.0.5/', { url: 'rtsp://admin@10.0.0.5/', password: 's3cret' }],
    ['rtsp://admin:p%40ss%2Fw@10.0.0.5/', { url: 'rtsp://admin@10.0.0.5/', password: 'p@ss/w' }],
    ['rtsp://admin:p@ss#1?@10.0.0.5/live', { url: 'rtsp://admin@10.0.0.5/live', password: 'p@ss#1?' }],
    ['rtsp://admin:100%@10.0.0.5/', { url: 'rtsp://admin@10.0.0.5/', password: '100%' }],
    ['rtsps://[fd00::1]:322/x', { url: 'rtsps://[fd00::1]:322/x', password: null }],
    ['srt://host:9000?mode=caller', { url: 'srt://host:9000?mode=caller', password: null }],
  ])('reads %s', (text, expected) => expect(source(text)).toEqual(expected));

  it.each([
    'file:///etc/passwd',
    'exec:rm -rf /',
    'concat:a|b',
    'ffmpeg:rtsp://x',
    '-i',
    'rtsp:/host/x',
    'rtsp://',
    'rtsp:///path',
    'rtsp://host:99999/x',
    'rtsp://host/a b',
    'rtsp://host/a\nb',
    'rtsp://host/a\u0000b',
    "rtsp://host/'x",
    'rtsp://-host/x',
    'gopher://host/x',
    'pipe:0',
    `rtsp://host/${'x'.repeat(3000)}`,
  ])('refuses %j', (text) => expect(parseSourceUrl(text).kind).toBe('refused'));

  it('returns any password unchanged', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (user, password) => {
        const address = `rtsp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@10.0.0.5:554/a`;
        // encodeURIComponent leaves a quote bare, and bare quotes are refused.
        fc.pre(!/'/.test(address));
        const read = source(address);
        expect(read.password).toBe(password);
        expect(read.url).not.toContain(encodeURIComponent(`:${password}@`));
        const again = source(withPassword(read));
        expect(again).toEqual(read);
      }),
    );
  });

  it.each([
    ['rtsp://10.0.0.5/live?user=admin&pwd=hunter2', 'rtsp://10.0.0.5/live?user=admin&pwd=***'],
    [
      'http://10.0.0.5/c.cgi?loginuse=admin&loginpas=hunter2&x=1',
      'http://10.0.0.5/c.cgi?loginuse=admin&loginpas=***&x=1',
    ],
    ['rtsp://10.0.0.5/?Password=a/b?c%26d&channel=2', 'rtsp://10.0.0.5/?Password=***&channel=2'],
    [
      'rtsp://10.0.0.5/user=admin_password=hunter2_channel=1_stream=0.sdp',
      'rtsp://10.0.0.5/user=admin_password=***_channel=1_stream=0.sdp',
    ],
    [
      'rtsp://10.0.0.5/user=admin&password=hun_ter2&channel=1.sdp?real_stream',
      'rtsp://10.0.0.5/user=admin&password=***&channel=1.sdp?real_stream',
    ],
    ['rtsp://10.0.0.5/?user=admin_password=hunter2_channel=1', 'rtsp://10.0.0.5/?user=admin_password=***_channel=1'],
    ['srt://host:9000?mode=caller&passphrase=hunter2hunter2', 'srt://host:9000?mode=caller&passphrase=***'],
    ['http://h/x?access_token=ab_cd==&api_key=k$&y', 'http://h/x?access_token=***&api_key=***&y'],
  ])('hides the passwords of %s', (text, url) => {
    const read = source(text);
    expect(read.url).toBe(url);
    expect(read.password).not.toBeNull();
    expect(withPassword(read)).toBe(text);
  });

  it.each([
    'rtsp://10.0.0.5/user=admin_password=_channel=1_stream=0.sdp',
    'rtsp://10.0.0.5/?user=admin&pwd=&x=1',
    'rtsp://10.0.0.5/passage/token/key?keyframe=1&bypassed=2',
  ])('hides nothing in %s', (text) => expect(source(text)).toEqual({ url: text, password: null }));

  it('keeps a login’s password apart from those in the path', () => {
    const text = 'rtsp://admin:s3cret@10.0.0.5/?pwd=hunter2';
    const read = source(text);
    expect(read.url).toBe('rtsp://admin@10.0.0.5/?pwd=***');
    expect(withPassword(read)).toBe(text);
    expect(withPassword({ ...read, password: null })).toBe('rtsp://admin@10.0.0.5/?pwd=***');
    expect(withPassword({ ...read, password: 'typed' })).toBe('rtsp://admin:typed@10.0.0.5/?pwd=***');
  });

  it('distinguishes a masked address from a complete one', () => {
    expect(parseSourceUrl('rtsp://h/?pwd=***')).toEqual({
      kind: 'masked',
      source: { url: 'rtsp://h/?pwd=***', password: null },
    });
    for (const half of ['rtsp://h/?pwd=***&token=abc', 'rtsp://h/***', 'rtsp://h/?a=***&pwd=x'])
      expect(parseSourceUrl(half)).toMatchObject({ kind: 'refused', reason: 'address-has-mask' });
  });

  it('restores the complete address for any passwords, and shows none of them', () => {
    const secret = fc
      .string({ minLength: 6, maxLength: 30 })
      .map((text) => encodeURIComponent(text).replaceAll("'", '%27'))
      .filter((text) => text !== '***' && !/_(channel|ch|chn|stream|subtype|type|user|username|usr|real)=/i.test(text));
    const shape = fc.constantFrom(
      (a: string, b: string) => `/live?user=u&pwd=${a}&token=${b}&channel=1`,
      (a: string, b: string) => `/user=u_password=${a}_channel=1_key=${b}`,
      (a: string, b: string) => `/key=${a}/stream?x=1&password=${b}`,
    );
    fc.assert(
      fc.property(secret, secret, shape, fc.option(secret), (a, b, rest, login) => {
        const text = `rtsp://u${login === null ? '' : `:${login}`}@10.0.0.5:554${rest(a, b)}`;
        const read = source(text);
        expect(withPassword(read)).toBe(
          login === null ? text : `rtsp://u:${encodeURIComponent(decodeURIComponent(login))}@10.0.0.5:554${rest(a, b)}`,
        );
        expect(read.url).toBe(`rtsp://u@10.0.0.5:554${rest('***', '***')}`);
        expect(parseSourceUrl(read.url)).toEqual({ kind: 'masked', source: { url: read.url, password: null } });
        expect(keepsPassword(read.url, { url: read.url, password: null })).toBe(true);
      }),
    );
  });

  it('never throws for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseSourceUrl(text)));
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseSourceUrl(`rtsp://${text}`)));
  });
});

describe('an edited address', () => {
  const saved = 'rtsp://admin@10.0.0.5/one';
  it.each([
    ['keeps the password when it is unchanged', 'rtsp://admin@10.0.0.5/one', true],
    ['keeps it when only the path changes', 'rtsp://admin@10.0.0.5/two', true],
    ['drops it for another host', 'rtsp://admin@10.0.0.6/one', false],
    ['drops it for another port', 'rtsp://admin@10.0.0.5:8554/one', false],
    ['drops it for another user', 'rtsp://root@10.0.0.5/one', false],
    ['takes a new one', 'rtsp://admin:new@10.0.0.5/one', false],
  ])('%s', (_title, edited, kept) => expect(keepsPassword(saved, source(edited))).toBe(kept));

  it.each([
    ['keeps masked passwords when it is unchanged', 'rtsp://h/user=u_password=***_channel=1', true],
    ['keeps it when another field changes', 'rtsp://h/user=u_password=***_channel=2', true],
    ['drops it for another host', 'rtsp://evil/user=u_password=***_channel=1', false],
    ['drops it for another login', 'rtsp://x@h/user=u_password=***_channel=1', false],
    ['drops it when nothing is masked any more', 'rtsp://h/other', false],
  ])('%s', (_title, url, kept) =>
    expect(keepsPassword('rtsp://h/user=u_password=***_channel=1', { url, password: null })).toBe(kept),
  );
});
