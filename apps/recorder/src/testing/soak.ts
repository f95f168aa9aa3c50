import { runCrashRounds } from './run-crash-rounds.ts';

const ROUNDS = 200;

const rounds = await runCrashRounds({
  rounds: ROUNDS,
  random: Math.random,
  onRound: ({ victim, recoveryMs }, i) =>
    console.info(`${i + 1}/${ROUNDS} killed ${victim}, recording again after ${recoveryMs} ms`),
});
const times = rounds.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
console.info(`nothing was lost over ${rounds.length} kills`);
console.info(`recovery: median ${times[times.length >> 1]} ms, slowest ${times.at(-1)} ms`);
