import { expect, it } from 'vitest';
import { runPowerCuts } from './testing/power-cuts.ts';

const CUTS = 200;

it(`loses nothing that is indexed over ${CUTS} power cuts`, { timeout: 4 * 3_600_000 }, async () => {
  const cuts = await runPowerCuts({
    cuts: CUTS,
    random: Math.random,
    onCut: ({ indexed, forgotten }, i) =>
      console.info(`${i + 1}/${CUTS}: ${indexed} segments whole, ${forgotten} files forgotten`),
  });
  expect(cuts).toHaveLength(CUTS);
  // If the disk forgot nothing, the test would prove nothing.
  expect(cuts.some(({ forgotten }) => forgotten > 0)).toBe(true);
});
