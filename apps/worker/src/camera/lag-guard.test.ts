import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LagGuard } from './lag-guard.ts';

const judgeAll = (lagsMs: readonly number[]) => {
  const guard = new LagGuard();
  return { verdicts: lagsMs.map((lagMs) => guard.judge(lagMs)), skipped: guard.skipped };
};

describe('the lag guard', () => {
  it.each([
    ['reads what is not late', [0, 900, 3_900], ['read', 'read', 'read']],
    [
      'skips from 4 s on until the reader has caught up',
      [4_100, 3_000, 1_100, 900, 3_000],
      ['skip', 'skip', 'skip', 'read', 'read'],
    ],
    ['starts again where skipping does not help', [4_100, 6_000, 8_100], ['skip', 'skip', 'start-again']],
  ])('%s', (_title, lagsMs, wanted) => {
    expect(judgeAll(lagsMs).verdicts).toEqual(wanted);
  });

  it('counts every frame that it does not let through, and reads none that is more than 4 s late', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 })), (lagsMs) => {
        const { verdicts, skipped } = judgeAll(lagsMs);
        expect(skipped).toBe(verdicts.filter((verdict) => verdict !== 'read').length);
        verdicts.forEach((verdict, i) => {
          const lagMs = lagsMs[i] ?? 0;
          if (lagMs > 4_000) expect(verdict).not.toBe('read');
          if (lagMs < 1_000) expect(verdict).toBe('read');
          expect(verdict === 'start-again').toBe(lagMs > 8_000);
        });
      }),
    );
  });
});
