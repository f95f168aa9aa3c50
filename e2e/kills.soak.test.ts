import { expect, it } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';

const ROUNDS = 200;

it(`loses nothing that was acknowledged over ${ROUNDS} kills`, async () => {
  const rounds = await runKillRounds({
    rounds: ROUNDS,
    random: Math.random,
    onRound: ({ victim, kept, recoveryMs }, index) =>
      console.info(`${index + 1}/${ROUNDS} killed ${victim}, ${kept} cameras kept, back after ${recoveryMs} ms`),
  });
  expect(rounds).toHaveLength(ROUNDS);
});
