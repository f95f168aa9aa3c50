import type { Gap, LaneData } from '@holdfast/ui';
import { clip } from '@holdfast/ui';
import { describe, expect, it } from 'vitest';
import { explainGap } from './explain-gap.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * HOUR_MS;
const gaps: Gap[] = [
  { startMs: 100 * HOUR_MS, endMs: 150 * HOUR_MS, reason: 'recorder_down' },
  { startMs: 900 * HOUR_MS, endMs: 900 * HOUR_MS + 480_000, reason: 'offline' },
  { startMs: 999 * HOUR_MS, endMs: NOW_MS, reason: 'off' },
];
const lookAt = async (range: { startMs: number; endMs: number; resolutionMs: number }): Promise<LaneData> => ({
  runs: [],
  motion: [],
  gaps: clip(gaps, range).filter(({ startMs, endMs }) => endMs - startMs >= range.resolutionMs),
  knownUntilMs: Math.min(NOW_MS, range.endMs),
});

describe('a pane without footage', () => {
  it('shows the reason and both ends of the gap', async () => {
    expect(await explainGap(lookAt, 900 * HOUR_MS + 1_000)).toEqual({ kind: 'gap', gap: gaps[1], isOpen: false });
  });

  it('finds both ends of a gap of days', async () => {
    expect(await explainGap(lookAt, 120 * HOUR_MS)).toEqual({ kind: 'gap', gap: gaps[0], isOpen: false });
  });

  it('finds the far end of a gap that begins nearby', async () => {
    expect(await explainGap(lookAt, 100.5 * HOUR_MS)).toEqual({ kind: 'gap', gap: gaps[0], isOpen: false });
  });

  it('shows the start of a gap that continues', async () => {
    expect(await explainGap(lookAt, 999.5 * HOUR_MS)).toEqual({ kind: 'gap', gap: gaps[2], isOpen: true });
  });

  it('has no explanation for very recent time or a removed camera', async () => {
    expect(await explainGap(lookAt, NOW_MS + 1_000)).toEqual({ kind: 'not-yet' });
    expect(await explainGap(async () => undefined, 5)).toEqual({ kind: 'unknown' });
  });
});
