import { describe, expect, it } from 'vitest';
import { victims } from './testing/crash-rounds.ts';
import { runCrashRounds } from './testing/run-crash-rounds.ts';

describe('kill -9 at random moments', () => {
  it('loses no finished segment, leaves no row without its file, and recovers the open one', async () => {
    const rounds = await runCrashRounds({ rounds: victims.length, random: Math.random });
    const slowest = Math.max(...rounds.map(({ recoveryMs }) => recoveryMs));
    console.info(`recovery took at most ${slowest} ms over ${rounds.length} kills`);
    expect(rounds).toHaveLength(victims.length);
  });
});
