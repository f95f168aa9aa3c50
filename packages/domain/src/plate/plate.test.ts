import { describe, expect, it } from 'vitest';
import { MAX_PLATE_LENGTH, parsePlate, toPlate } from './plate.ts';

describe('plate normalization', () => {
  it.each([
    ['ab-12 cd', 'AB12CD'],
    ['  M·AB 1234 ', 'MAB1234'],
    ['京A·12345', 'A12345'],
    ['ａｂ12', '12'],
    ['7', '7'],
  ])('keeps only A-Z and 0-9 of the upper-cased %s', (raw, plate) =>
    expect(parsePlate(raw)).toEqual({ kind: 'plate', plate }),
  );

  it.each([[''], ['   '], ['--..%%__\\\\'], ['京都'], ['АВС']])(
    'refuses %j, which has no letter or digit of a plate',
    (raw) => expect(parsePlate(raw)).toEqual({ kind: 'refused', reason: 'no-letters-or-digits' }),
  );

  it('refuses 10,000 characters without normalizing them, and never cuts a plate short', () => {
    expect(parsePlate('A'.repeat(10_000))).toEqual({ kind: 'refused', reason: 'too-long' });
    expect(parsePlate('A'.repeat(MAX_PLATE_LENGTH + 1))).toEqual({ kind: 'refused', reason: 'too-long' });
    expect(parsePlate('A'.repeat(MAX_PLATE_LENGTH)).kind).toBe('plate');
  });

  it('does not change a plate that is normalized already', () => expect(toPlate(toPlate('ab 12'))).toBe('AB12'));

  it('throws if text that must be a plate is not', () => expect(() => toPlate('--')).toThrow(RangeError));
});
