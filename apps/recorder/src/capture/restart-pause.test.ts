import { describe, expect, it } from 'vitest';
import { restartPauseMs } from './restart-pause.ts';

const timing = { settledMs: 4_000, minMs: 1_000, maxMs: 30_000 };

describe('the pause before a recording starts again', () => {
  it('is none after a run that the restream ended because the camera changed', () => {
    expect(restartPauseMs({ ...timing, attempt: 0, isOrderly: true, ranMs: 10_000 })).toBe(0);
  });

  it.each([
    ['that ended at once', { isOrderly: true, ranMs: 100 }],
    ['that failed', { isOrderly: false, ranMs: 10_000 }],
  ])('is there after a run %s, and grows', (_title, run) => {
    const pauses = [0, 3].map((attempt) => restartPauseMs({ ...timing, ...run, attempt }));
    expect(pauses[0]).toBeGreaterThan(0);
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  });
});
