import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLocalField } from './local-time.ts';
import { printMoment, readMoment } from './typed-moment.ts';

describe('a typed moment', () => {
  it.each([
    ['2026-11-17 14:30', '2026-11-17T14:30:00'],
    ['2026-11-17T14:30:15', '2026-11-17T14:30:15'],
    ['17.11.2026 14:30', '2026-11-17T14:30:00'],
    ['1.2.2026, 9:05:07', '2026-02-01T09:05:07'],
    [' 2026-1-2  03:04 ', '2026-01-02T03:04:00'],
    ['31.2.2026 10:00', undefined],
    ['2026-13-01 10:00', undefined],
    ['2026-11-17 25:00', undefined],
    ['2026-11-17', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%j is read as %s', (typed, field) => expect(readMoment(typed)).toBe(field));

  it('is parsed back from its printed form, in every language', () => {
    const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.constantFrom('en', 'de'), (at, language) => {
        const field = toLocalField(at);
        expect(readMoment(printMoment(field, language))).toBe(field);
      }),
    );
  });

  it('of nothing is empty', () => expect(printMoment('', 'en')).toBe(''));
});
