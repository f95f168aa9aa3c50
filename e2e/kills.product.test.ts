import { expect, it } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';

it('loses nothing that was acknowledged when its processes are killed', async () => {
  const rounds = await runKillRounds({ rounds: 4, random: () => 0 });
  expect(rounds.map(({ victim }) => victim)).toEqual(['launcher', 'api', 'recorder', 'postgres']);
});
