import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countriesWithFormats, fitToCountry, parseCountry, settleByCountry } from './country-formats.ts';

const country = (code: string) => parseCountry(code) ?? expect.fail(`${code} is no country code`);

describe('the formats of a country', () => {
  it.each([
    ['BR', 'AB01234', 'ABO1234'],
    ['BR', 'ABO12O4', 'ABO1204'],
    ['BR', 'ABC1D23', 'ABC1D23'],
    ['GB', 'AB120DE', 'AB12ODE'],
    ['GB', 'ABI2CDE', 'AB12CDE'],
    ['DE', 'B01234', 'BO1234'],
    ['DE', 'MXY12OE', 'MXY120E'],
    ['FR', 'AA1O1BB', 'AA101BB'],
    ['ES', 'O123BCD', '0123BCD'],
    ['IT', 'AB123CD', 'AB123CD'],
  ])('of %s make %s %s', (code, read, registration) => {
    expect(fitToCountry(read, country(code))).toBe(registration);
  });

  it.each([
    ['BR', 'ABC12345', 'is too long'],
    ['FR', 'AAXX1BB', 'has letters that are no digits'],
    ['US', 'ABC1234', 'has no formats of its own'],
    ['PT', 'O0O0O0', 'could be two registrations'],
  ])('of %s do not change %s, which %s', (code, read) => {
    expect(fitToCountry(read, country(code))).toBeUndefined();
  });

  it('never change anything but O and 0, I and 1, and fit what they made', () => {
    const folded = (text: string) => text.replaceAll('O', '0').replaceAll('I', '1');
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9OI01]{2,9}$/), fc.constantFrom(...countriesWithFormats), (text, code) => {
        const fit = fitToCountry(text, code);
        if (fit === undefined) return;
        expect(folded(fit)).toBe(folded(text));
        expect(fitToCountry(fit, code)).toBe(fit);
      }),
    );
  });
});

describe('settling a read by its country', () => {
  const ranked = [
    { text: 'ABQ1234', score: 0 },
    { text: 'A8Q1234', score: -0.5 },
  ];

  it('prefers the next best text that is a valid registration', () => {
    expect(
      settleByCountry(
        [
          { text: 'A8C1234', score: 0 },
          { text: 'ABC1234', score: -1.2 },
        ],
        country('BR'),
      ),
    ).toBe('ABC1234');
  });

  it('keeps the first choice if the registration is much less probable, none fits, or no country is known', () => {
    expect(
      settleByCountry(
        [
          { text: 'A8C1234', score: 0 },
          { text: 'ABC1234', score: -2.5 },
        ],
        country('BR'),
      ),
    ).toBe('A8C1234');
    expect(settleByCountry(ranked, country('FR'))).toBe('ABQ1234');
    expect(settleByCountry([{ text: 'AB01234', score: 0 }], undefined)).toBe('AB01234');
    expect(settleByCountry([], country('BR'))).toBeUndefined();
  });
});

describe('a country code', () => {
  it.each(['de', 'DEU', 'D', '', 'D1'])('is not %j', (text) => {
    expect(parseCountry(text)).toBeUndefined();
  });
});
