import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReason, reasonCode, reasonSentences, reasonText } from './reason.ts';

describe('a reason', () => {
  it.each([
    [reasonCode('camera-timed-out'), 'camera-timed-out', 'The camera did not respond in time.'],
    [
      reasonCode('camera-refused', { status: 503 }),
      'camera-refused?status=503',
      'The camera does not provide the stream (RTSP status 503).',
    ],
    [
      reasonCode('exports-over-limit', { size_bytes: 2e9, limit_bytes: 5e10, used_bytes: 4.9e10 }),
      'exports-over-limit?size_bytes=2000000000&limit_bytes=50000000000&used_bytes=49000000000',
      'This export has about 2.0 GB; exports may use 50.0 GB in total and use 49.0 GB now.',
    ],
  ])('%s is a code with values and an English sentence', (made, text, sentence) => {
    expect(made).toBe(text);
    expect(reasonText(made)).toBe(sentence);
  });

  it('is parsed back unchanged for any values', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
        (camera) => {
          expect(readReason(reasonCode('export-camera-gone', { camera }))).toEqual({
            code: 'export-camera-gone',
            values: { camera },
          });
        },
      ),
    );
  });

  it('leaves other texts as they are', () => {
    for (const text of ['', 'The camera is away.', 'toString', 'constructor?x=1', 'camera-refused-by-nobody']) {
      expect(readReason(text)).toBeUndefined();
      expect(reasonText(text)).toBe(text);
    }
  });

  it('ignores values that its sentence has no place for', () =>
    expect(readReason('camera-refused?status=1&other=2')).toEqual({ code: 'camera-refused', values: { status: '1' } }));

  it('is a whole sentence', () => {
    for (const sentence of Object.values(reasonSentences)) expect(sentence).toMatch(/^[A-Z{ff].*\.$/s);
  });
});
