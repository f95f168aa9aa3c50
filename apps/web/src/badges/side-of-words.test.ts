import { expect, it } from 'vitest';
import { sideOfWords } from './side-of-words.ts';

it.each([
  ['has room on the right', 100, 80, 400, 'right'],
  ['just fits', 320, 80, 400, 'right'],
  ['would be cut off', 321, 80, 400, 'left'],
  ['is at the edge', 400, 80, 400, 'left'],
  ['has less room on the left', 150, 300, 400, 'right'],
])('a badge that %s', (_title, pointPx, wordsPx, paneWidthPx, side) =>
  expect(sideOfWords({ pointPx, wordsPx, paneWidthPx })).toBe(side),
);
