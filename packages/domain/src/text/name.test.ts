import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, foldName, holdsHiddenCharacters } from './name.ts';

const everyLetter = Array.from({ length: 0x30000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe('the key of a name', () => {
  it.each([
    ['Gate', 'GATE'],
    ['Ägir', 'ägir'],
    ['Ägir', 'A\u0308GIR'],
    ['  Gate ', 'gate'],
    ['ЗАДНЯЯ дверь', 'задняя ДВЕРЬ'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['İzmir', 'i\u0307zmir'],
  ])('is equal for %s and %s', (a, b) => expect(foldName(a)).toBe(foldName(b)));

  it.each([
    ['Gate', 'Gate 2'],
    ['Ägir', 'Agir'],
    ['İzmir', 'Izmir'],
    ['車', '庫'],
  ])('distinguishes %s from %s', (a, b) => expect(foldName(a)).not.toBe(foldName(b)));

  it('is the same for every letter in both cases, and its own key', () => {
    const odd = everyLetter.filter((letter) => {
      const key = foldName(letter);
      return key !== foldName(letter.toLowerCase()) || key !== foldName(letter.toUpperCase()) || key !== foldName(key);
    });
    expect(odd).toEqual([]);
  });

  it('does not depend on composition or case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        const key = foldName(name);
        expect(foldName(key)).toBe(key);
        const composed = name.normalize('NFC');
        for (const same of [name.normalize('NFD'), composed.toUpperCase(), composed.toLowerCase(), ` ${name}\t`])
          expect(foldName(same)).toBe(key);
      }),
    );
  });
});

describe('a name', () => {
  it('is stored composed and trimmed', () => {
    expect(cleanName(' A\u0308gir\u00a0')).toBe('Ägir');
  });

  it.each([
    '\u0000',
    '\n',
    '\u007f',
    '\u0085',
    '\u00ad',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2028',
    '\u2066',
    '\ufeff',
    '\ud800',
  ])('must not contain %j', (hidden) => expect(holdsHiddenCharacters(`Ga${hidden}te`)).toBe(true));

  it.each(['<script>alert(1)</script>', 'بوابة', 'שער', "Anna's", '門 🚪', 'Tür "A"', 'a b'])('may be %s', (name) =>
    expect(holdsHiddenCharacters(name)).toBe(false),
  );
});
