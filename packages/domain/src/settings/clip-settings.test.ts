import { expect, it } from 'vitest';
import { clampOverviewSeconds, clampPreRollSeconds } from './clip-settings.ts';

it('clamps clip seconds to 10..30 and the pre-roll to 0..9', () => {
  expect([-5, 9, 10, 20, 30, 31, 1e9].map(clampOverviewSeconds)).toEqual([10, 10, 10, 20, 30, 30, 30]);
  expect([-5, 0, 4, 9, 10].map(clampPreRollSeconds)).toEqual([0, 0, 4, 9, 9]);
});
