import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';
import { localeOf, pickLanguage } from './language.ts';
import { fillIn } from './translate.ts';

describe('a message', () => {
  it('inserts values as text, not markup', () => {
    expect(fillIn('Joins {policy}.', { policy: '<script>{x}</script>' }, 'en')).toBe('Joins <script>{x}</script>.');
  });

  it.each([
    [0, 'en', '0 cameras'],
    [1, 'en', '1 camera'],
    [1234, 'de', '1.234 cameras'],
  ])('counts %i in %s', (count, locale, expected) => {
    expect(fillIn({ one: '{count} camera', other: '{count} cameras' }, { count }, locale)).toBe(expected);
  });
});

describe('the language', () => {
  it.each([
    ['the chosen one', 'de', ['en-GB'], 'de'],
    ['the browser’s', null, ['fr', 'de-AT', 'en'], 'de'],
    ['English if the browser has neither', null, ['fr'], 'en'],
    ['the browser’s if the chosen one is unknown', 'xx', ['de'], 'de'],
  ] as const)('is %s', (_title, chosen, preferred, expected) => expect(pickLanguage(chosen, preferred)).toBe(expected));

  it('uses the formats of the country', () => {
    expect(localeOf('en', ['de', 'en-GB'])).toBe('en-GB');
    expect(localeOf('de', ['fr'])).toBe('de-FR');
    expect(localeOf('en', [])).toBe('en');
    // English on a German machine uses the 24-hour clock.
    const clock = (locale: string) => createFormat(locale, 'UTC').clock(15 * 3_600_000);
    expect([clock(localeOf('en', ['de-DE'])), clock('en-US')]).toEqual(['15:00:00', '03:00:00 PM']);
  });
});

describe('formats', () => {
  const english = createFormat('en-GB', 'Europe/Berlin');
  const german = createFormat('de', 'Europe/Berlin');

  it('show a moment in the user’s zone, with the zone', () => {
    expect(english.moment('2026-07-01T22:30:00.000Z')).toMatch(/^2 Jul 2026, 00:30 (CEST|GMT\+2)$/);
    expect(german.moment('2026-01-01T22:30:00.000Z')).toMatch(/^1\. Jan\. 2026, 23:30 MEZ$/);
    expect(english.zone()).toContain('Europe/Berlin');
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500_000, '1.5 MB'],
    [2_000_000_000_000, '2 TB'],
    [87_600_000_000, '88 GB'],
  ])('show %i bytes as %s', (bytes, expected) => expect(english.bytes(bytes)).toBe(expected));

  it.each([
    [168, '7 days', '7 Tage'],
    [24, '1 day', '1 Tag'],
    [36, '36 hours', '36 Stunden'],
  ])('show %i hours as %s', (hours, inEnglish, inGerman) => {
    expect([english.hours(hours), german.hours(hours)]).toEqual([inEnglish, inGerman]);
  });
});
