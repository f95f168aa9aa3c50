import { describe, expect, it } from 'vitest';
import { judgeReadTime, pruneReadsBeforeMs } from './retention.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);
const dayMs = 86_400_000;

describe('plate retention', () => {
  it('prunes what is older than the number of days', () =>
    expect(pruneReadsBeforeMs({ nowMs, retentionDays: 90 })).toBe(nowMs - 90 * dayMs));

  it.each([
    ['now', nowMs, 'acceptable'],
    ['a clock four minutes fast', nowMs + 240_000, 'acceptable'],
    ['the edge of the retention', nowMs - 90 * dayMs, 'acceptable'],
    ['a moment before it', nowMs - 90 * dayMs - 1, 'older-than-retention'],
    ['1970', 0, 'older-than-retention'],
    ['six minutes ahead', nowMs + 360_000, 'in-the-future'],
    ['the year 9999', Date.UTC(9999, 0), 'in-the-future'],
    ['no time at all', Number.NaN, 'older-than-retention'],
  ])('a read of %s', (_title, tsMs, verdict) =>
    expect(judgeReadTime({ tsMs, nowMs, retentionDays: 90 })).toBe(verdict),
  );
});
