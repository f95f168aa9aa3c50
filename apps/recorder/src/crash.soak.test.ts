import { expect, it } from 'vitest';
import { runCrashRounds } from './testing/run-crash-rounds.ts';

const ROUNDS = 200;

it(`loses nothing over ${ROUNDS} kills at random moments`, { timeout: 4 * 3_600_000 }, async () => {
  const rounds = await runCrashRounds({
    rounds: ROUNDS,
    random: Math.random,
    onRound: ({ victim, recoveryMs }, i) =>
      console.info(`${i + 1}/${ROUNDS} killed ${victim}, recording again after ${recoveryMs} ms`),
  });
  const times = rounds.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
  console.info(`recovery: median ${times[times.length >> 1]} ms, slowest ${times.at(-1)} ms`);
  expect(rounds).toHaveLength(ROUNDS);
});
