import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactToolLine } from './redact.ts';

describe('a line of another program', () => {
  it.each([
    ['rtsp://admin:pw@10.0.0.2/ch1: refused', 'rtsp://***@10.0.0.2/ch1: refused'],
    ['rtsp://admin:p@ss/w:rd@10.0.0.2/ch1', 'rtsp://***@10.0.0.2/ch1'],
    ["'rtsps://a:b@h/x' and 'http://c:d@h/y'", "'rtsps://***@h/x' and 'http://***@h/y'"],
    ['rtsp://127.0.0.1:8554/id/main?token=abc.def&x=1', 'rtsp://127.0.0.1:8554/id/main?token=***&x=1'],
    ['http://h/?user=a&api_key=zz', 'http://h/?user=a&api_key=***'],
    ['nothing to hide: 12@34', 'nothing to hide: 12@34'],
    ['a\u001b[31mred\u0007', 'a [31mred '],
  ])('%j becomes %j', (line, expected) => expect(redactToolLine(line)).toBe(expected));

  it('removes any password from a URL', () => {
    const password = fc.stringMatching(/^[!-&(-~]{6,30}$/).filter((text) => !'rtsp://user:@camera/live'.includes(text));
    fc.assert(
      fc.property(password, (secret) => {
        const line = `[rtsp @ 0x55] method DESCRIBE failed for rtsp://user:${secret}@camera/live 401`.replaceAll(
          '"',
          '_',
        );
        expect(redactToolLine(line)).not.toContain(secret.replaceAll('"', '_'));
      }),
    );
  });
});
