import { expect, it } from 'vitest';
import { printedTimes } from './print-time.ts';

it('finds the time of each printed picture, also before zero', () => {
  const printed = 'frame:0    pts:-512 pts_time:-0.04\nstill=1\nframe:1    pts:90000 pts_time:1\nstill=1\n';
  expect(printedTimes(printed)).toEqual([-0.04, 1]);
  expect(printedTimes('')).toEqual([]);
});
