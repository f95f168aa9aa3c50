import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LagGuard } from './lag-guard.ts';

/** The verdicts for frames that are this late, at this interval. */
const judgeAll = (lagsMs: readonly number[], intervalMs: number) => {
  const guard = new LagGuard();
  const verdicts = lagsMs.map((lagMs, i) => guard.judge(i * intervalMs, i * intervalMs + lagMs));
  return { verdicts, skipped: guard.skipped };
};

describe('the lag guard', () => {
  it.each([
    ['reads what is not late', 100, [0, 900, 4_100], ['read', 'read', 'read']],
    [
      'skips from 4 s on until the reader has caught up',
      100,
      [4_300, 3_000, 1_300, 1_100, 3_000],
      ['skip', 'skip', 'skip', 'read', 'read'],
    ],
    ['starts again where skipping does not help', 100, [4_300, 6_000, 8_300], ['skip', 'skip', 'start-again']],
    [
      'catches up with a camera of one frame a second, whose frames are always two frames late',
      1_000,
      [5_000, 4_000, 2_900, 2_000, 2_000],
      ['skip', 'skip', 'read', 'read', 'read'],
    ],
  ])('%s', (_title, intervalMs, lagsMs, wanted) => {
    expect(judgeAll(lagsMs, intervalMs).verdicts).toEqual(wanted);
  });

  it('counts every frame that it does not let through, and reads none that is 4 s and two frames late', () => {
    const lags = fc.array(fc.integer({ min: 0, max: 20_000 }));
    fc.assert(
      fc.property(lags, fc.integer({ min: 10, max: 10_000 }), (lagsMs, intervalMs) => {
        const { verdicts, skipped } = judgeAll(lagsMs, intervalMs);
        expect(skipped).toBe(verdicts.filter((verdict) => verdict !== 'read').length);
        verdicts.forEach((verdict, i) => {
          const heldMs = i === 0 ? 0 : 2 * Math.min(intervalMs, 2_000);
          const lagMs = (lagsMs[i] ?? 0) - heldMs;
          if (lagMs > 4_000) expect(verdict).not.toBe('read');
          if (lagMs < 1_000) expect(verdict).toBe('read');
          expect(verdict === 'start-again').toBe(lagMs > 8_000);
        });
      }),
    );
  });
});
