import { describe, expect, it } from 'vitest';
import { createPictureWatch, type PictureFlow } from './picture-watch.ts';

const limits = { quietMs: 5_000, stallMs: 30_000, startedMs: 0 };

/** The result in each second for a camera whose pictures arrive at these times. */
function watched(arrivalsMs: readonly number[], untilMs: number): PictureFlow[] {
  const look = createPictureWatch(limits);
  return Array.from({ length: untilMs / 1_000 }, (_, i) => {
    const nowMs = (i + 1) * 1_000;
    return look(
      nowMs,
      arrivalsMs.findLast((at) => at <= nowMs),
    );
  });
}
const every = (gapMs: number, untilMs: number) => Array.from({ length: untilMs / gapMs }, (_, i) => i * gapMs);

describe('the stall watchdog', () => {
  it('reports within six seconds that nothing arrives, long before the camera is reconnected', () => {
    const flows = watched(every(40, 20_000), 60_000);
    expect(flows.slice(0, 24)).not.toContain('quiet');
    expect(flows.slice(25, 48)).toEqual(Array.from({ length: 23 }, () => 'quiet'));
    expect(flows.slice(50)).toEqual(Array.from({ length: 10 }, () => 'stalled'));
  });

  it('does not take pictures that were sent together for a flow: a camera may repeat old ones to a new connection', () => {
    expect(watched(every(20, 400), 6_000)).not.toContain('flowing');
    expect(watched(every(100, 6_000), 6_000)).toEqual(['starting', ...Array.from({ length: 5 }, () => 'flowing')]);
  });

  it('waits for the first picture of a connection, and gives up eventually', () => {
    expect(watched([], 29_000)).not.toContain('quiet');
    expect(watched([], 30_000).at(-1)).toBe('stalled');
  });

  it.each([2_000, 4_000, 8_000])('adapts to a camera that sends a picture every %i ms', (gapMs) => {
    expect(watched(every(gapMs, 120_000), 120_000).slice(20)).not.toContain('quiet');
  });

  it('forgets a single long interval', () => {
    const arrivals = [...every(100, 5_000), ...every(100, 60_000).map((at) => at + 13_000)];
    const flows = watched(arrivals, 80_000);
    expect(flows[11]).toBe('quiet');
    expect(flows.slice(13, 72)).not.toContain('quiet');
    expect(flows[78]).toBe('quiet');
  });
});
