import { expect, it } from 'vitest';
import { fitWords } from './fit-words.ts';

const words = { name: 80, state: 40, age: 30 };
/** 12 from the point to the edge of the icon, 5 and 9 around the words, two dots of 11 between them. */
const WHOLE_PX = 26 + 80 + 40 + 30 + 2 * 11;
/** Beside an outline. */
const MARGIN_PX = 3;

it.each([
  ['has room on the right', 100, 400, 1, 'right', 'none'],
  ['just fits on the right', 500 - WHOLE_PX - MARGIN_PX, 500, 1, 'right', 'none'],
  ['would be cut off on the right', 501 - WHOLE_PX - MARGIN_PX, 500, 1, 'left', 'none'],
  ['is at the right edge', 400, 400, 1, 'left', 'none'],
  ['is at the left edge', 0, 400, 1, 'right', 'none'],
  ['is in the middle of a narrow pane', 107, 215, 1, 'right', 'age'],
  ['is large in a narrow pane', 60, 215, 2, 'right', 'age name'],
  ['has no room for a name that can be read', 55, 110, 0.75, 'right', 'age name'],
] as const)('a badge that %s', (_title, pointPx, paneWidthPx, size, side, drops) =>
  expect(fitWords({ pointPx, paneWidthPx, size, words })).toMatchObject({ side, drops }),
);

it('keeps the size that was chosen while the state fits', () =>
  expect(fitWords({ pointPx: 107, paneWidthPx: 215, size: 1, words })).toMatchObject({ size: 1, maxPx: 117 }));

it('draws a large badge smaller where its state would not fit, but not so small that it is unreadable', () => {
  const inMiddle = { pointPx: 60, paneWidthPx: 120, size: 2 };
  const fits = fitWords({ ...inMiddle, words });
  expect(fits.size).toBeCloseTo((60 - MARGIN_PX) / (26 + 40));
  expect(fits.drops).toBe('age name');
  expect(fitWords({ ...inMiddle, words: { ...words, state: 300 } }).size).toBe(0.75);
  expect(fitWords({ ...inMiddle, size: 0.5, words: { ...words, state: 300 } }).size).toBe(0.5);
});

it('leaves a badge without words as it is, and cuts a name that is alone', () => {
  expect(fitWords({ pointPx: 5, paneWidthPx: 20, size: 3, words: { name: 0, state: 0, age: 0 } })).toMatchObject({
    size: 3,
    drops: 'none',
  });
  expect(fitWords({ pointPx: 100, paneWidthPx: 200, size: 1, words: { name: 190, state: 0, age: 0 } })).toEqual({
    side: 'right',
    size: 1,
    maxPx: 109,
    drops: 'none',
  });
});

it('never makes a badge narrower than its icon', () =>
  expect(fitWords({ pointPx: 2, paneWidthPx: 4, size: 1, words: { name: 0, state: 0, age: 0 } }).maxPx).toBe(24));

it.each([215, 358, 390, 844])('never lets words leave a pane of %i px, wherever its point is', (paneWidthPx) => {
  for (let pointPx = 0; pointPx <= paneWidthPx; pointPx += 1) {
    const { side, size, maxPx } = fitWords({ pointPx, paneWidthPx, size: 1, words });
    const reachPx = (maxPx - 12) * size;
    expect(side === 'right' ? paneWidthPx - pointPx : pointPx).toBeGreaterThanOrEqual(reachPx);
    expect(reachPx).toBeGreaterThanOrEqual((26 + words.state) * size);
  }
});
