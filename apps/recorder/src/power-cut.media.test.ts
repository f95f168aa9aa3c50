import { expect, it } from 'vitest';
import { runPowerCuts } from './testing/power-cuts.ts';

const CUTS = 3;

it('loses no indexed footage in a power cut that loses everything that was not synced', async () => {
  const cuts = await runPowerCuts({ cuts: CUTS, random: Math.random });
  expect(cuts).toHaveLength(CUTS);
  expect(cuts.every(({ indexed }) => indexed > 0)).toBe(true);
});
