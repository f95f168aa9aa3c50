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

  it('gives back the password it was given, whatever it holds', () => {
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

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseSourceUrl(text)));
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseSourceUrl(`rtsp://${text}`)));
  });
});

describe('an edited address', () => {
  const saved = 'rtsp://admin@10.0.0.5/one';
  it.each([
    ['keeps the password when it is echoed', 'rtsp://admin@10.0.0.5/one', true],
    ['keeps it when only the path changes', 'rtsp://admin@10.0.0.5/two', true],
    ['drops it for another host', 'rtsp://admin@10.0.0.6/one', false],
    ['drops it for another port', 'rtsp://admin@10.0.0.5:8554/one', false],
    ['drops it for another user', 'rtsp://root@10.0.0.5/one', false],
    ['takes a new one', 'rtsp://admin:new@10.0.0.5/one', false],
  ])('%s', (_title, edited, kept) => expect(keepsPassword(saved, source(edited))).toBe(kept));
});
