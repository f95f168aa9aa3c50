import { expect, it } from 'vitest';
import { isSameMoment } from './same-moment.ts';

it.each([
  [0, true],
  [2_900, true],
  [-2_900, true],
  [3_100, false],
  [-60_000, false],
])('motion that was seen %i ms after the picture is drawn over it: %s', (awayMs, isDrawn) =>
  expect(isSameMoment(1_000_000 + awayMs, 1_000_000)).toBe(isDrawn),
);
