import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controlUri, parseSession } from './camera-session.ts';
import { parseCameraUrl } from './camera-url.ts';

describe('a camera address', () => {
  it.each([
    ['rtsp://10.0.0.9/live', undefined, '10.0.0.9', 554, 'rtsp://10.0.0.9/live'],
    ['rtsps://cam.local:7441/x?y=z', undefined, 'cam.local', 7441, 'rtsps://cam.local:7441/x?y=z'],
    ['rtsps://cam', undefined, 'cam', 322, 'rtsps://cam'],
    ['rtsp://[::1]:8554/a', undefined, '::1', 8554, 'rtsp://[::1]:8554/a'],
    ['rtsp://admin:p%40ss@cam/a', 'admin/p@ss', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin:p@ss@cam/a', 'admin/p@ss', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin:a/b#c?d@cam/a', 'admin/a/b#c?d', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin:p@:/x@cam/a', 'admin/p@:/x', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin:100%@cam/a', 'admin/100%', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin:a:b@cam/a', 'admin/a:b', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://admin@cam/a', 'admin/', 'cam', 554, 'rtsp://cam/a'],
    ['rtsp://cam/path@x?mail=a@b', undefined, 'cam', 554, 'rtsp://cam/path@x?mail=a@b'],
    ['rtsp://u:p@cam/path@x/y@z', 'u/p', 'cam', 554, 'rtsp://cam/path@x/y@z'],
  ])('%s', (text, account, host, port, uri) => {
    const parsed = parseCameraUrl(text);
    const shown = parsed?.credentials && `${parsed.credentials.username}/${parsed.credentials.password}`;
    expect([shown, parsed?.host, parsed?.port, parsed?.uri]).toEqual([account, host, port, uri]);
  });

  it.each([
    'http://cam/a',
    'file:///etc/passwd',
    'rtsp://',
    'rtsp://cam:99999/a',
    'rtsp://cam:0/',
    'rtsp://ca m/a',
    'rtsp://cam/a\r\nX: y',
    '-rtsp://cam',
    'rtsp://u:p@/a',
  ])('is refused: %j', (text) => expect(parseCameraUrl(text)).toBeUndefined());

  it('accepts any percent-encoded credentials and never shows them in the address', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(word, word, (username, password) => {
        const parsed = parseCameraUrl(`rtsp://${encodeURIComponent(username)}:${encodeURIComponent(password)}@cam/a`);
        expect(parsed?.credentials).toEqual({ username, password });
        expect(parsed?.uri).toBe('rtsp://cam/a');
      }),
    );
  });

  it('never throws on garbage', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseCameraUrl(`rtsp://${text}`)));
  });
});

describe('a track address', () => {
  it.each([
    ['rtsp://cam/a/', 'trackID=1', 'rtsp://cam/a/trackID=1'],
    ['rtsp://cam/a?x=1', 'trackID=1', 'rtsp://cam/a?x=1/trackID=1'],
    ['rtsp://cam/a', 'rtsp://other/b', 'rtsp://other/b'],
    ['rtsp://cam/a', '*', 'rtsp://cam/a'],
    ['rtsp://cam/a', 'two words', 'rtsp://cam/a'],
  ])('%s with %s is %s', (base, control, expected) => expect(controlUri(base, control)).toBe(expected));
});

describe('a session header', () => {
  it.each([
    ['abc;timeout=30', { id: 'abc', timeoutSeconds: 30 }],
    [' abc ', { id: 'abc', timeoutSeconds: 60 }],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (header, expected) => expect(parseSession(header)).toEqual(expected));
});
