import { describe, expect, it } from 'vitest';
import { moveTo, placeAfterKey } from './arrange.ts';

describe('arranging panes', () => {
  it.each([
    [0, 2, 'bcad'],
    [3, 0, 'dabc'],
    [1, 1, 'abcd'],
    [1, 99, 'acdb'],
    [2, -5, 'cabd'],
  ])('moves from place %i to %i', (from, to, expected) =>
    expect(moveTo([...'abcd'], from, to).join('')).toBe(expected),
  );

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, undefined],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 3, undefined],
    ['ArrowUp', 4, 1],
    ['ArrowRight', 4, undefined],
    ['Enter', 1, undefined],
  ])('%s moves from place %i of five in three columns to %j', (key, place, expected) =>
    expect(placeAfterKey(key, { place, count: 5, columns: 3 })).toBe(expected),
  );
});
