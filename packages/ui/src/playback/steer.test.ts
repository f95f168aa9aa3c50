import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSpeed, SPEEDS, shuttle } from './speeds.ts';
import { jumpBeyondMs, MAX_WAIT_MS, orderClock, steer } from './steer.ts';

const NOW = 1_000_000;
const showing = (shownMs: number | undefined) => ({ shownMs, isReady: true, isSeeking: false });

describe('a pane', () => {
  it('in sync plays at the speed of the clock', () => {
    expect(steer(showing(NOW + 10), NOW, 2)).toEqual({ kind: 'keep', playbackRate: 2 });
  });

  it('slightly behind plays slightly faster, slightly ahead slightly slower', () => {
    expect(steer(showing(NOW - 150), NOW, 1)).toMatchObject({ kind: 'keep', playbackRate: 1.1 });
    expect(steer(showing(NOW + 150), NOW, 1)).toMatchObject({ kind: 'keep', playbackRate: 0.9 });
  });

  it('far off jumps, unless it is seeking already', () => {
    expect(steer(showing(NOW - 5_000), NOW, 1)).toEqual({ kind: 'seek' });
    expect(steer(showing(undefined), NOW, 1)).toEqual({ kind: 'seek' });
    expect(steer({ shownMs: 0, isReady: false, isSeeking: true }, NOW, 1)).toEqual({ kind: 'wait' });
  });

  it('always gets closer to the clock, at every speed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SPEEDS), fc.double({ min: -1, max: 1, noNaN: true }), (rate, share) => {
        const aheadMs = share * jumpBeyondMs(rate);
        const steering = steer(showing(NOW + aheadMs), NOW, rate);
        expect(steering.kind).toBe('keep');
        if (steering.kind !== 'keep') return;
        if (aheadMs < 0) expect(steering.playbackRate).toBeGreaterThanOrEqual(rate);
        if (aheadMs > 0) expect(steering.playbackRate).toBeLessThanOrEqual(rate);
        expect(steering.playbackRate).toBeLessThanOrEqual(16);
      }),
    );
  });
});

describe('the clock of all panes', () => {
  const ready = { hasFootage: true, isReady: true };
  const loading = { hasFootage: true, isReady: false };
  const unknown = { hasFootage: undefined, isReady: false };
  const gap = { hasFootage: false, isReady: false };
  const fresh = { waitedMs: 0, hasRun: false };

  it.each([
    ['runs when all have their picture', [ready, ready], fresh, 'run'],
    ['runs while others are in a gap', [ready, gap], fresh, 'run'],
    ['waits for the slowest after a jump', [ready, loading], fresh, 'hold'],
    ['waits for a pane without a playlist', [unknown, gap], fresh, 'hold'],
    ['does not wait forever', [ready, loading], { waitedMs: MAX_WAIT_MS + 1, hasRun: false }, 'run'],
    ['is not stopped by one pane that stutters', [ready, loading], { waitedMs: 0, hasRun: true }, 'run'],
    ['stops when the only pane stutters', [loading], { waitedMs: 0, hasRun: true }, 'hold'],
    ['skips time without footage of any camera', [gap, gap], fresh, 'skip'],
    ['stops without cameras', [], fresh, 'hold'],
  ] as const)('%s', (_title, panes, facts, expected) => expect(orderClock(panes, facts)).toBe(expected));
});

describe('speeds', () => {
  it('range from an eighth to sixteen', () => {
    expect([SPEEDS[0], SPEEDS.at(-1)]).toEqual([0.125, 16]);
    expect([nextSpeed(1, 'faster'), nextSpeed(1, 'slower'), nextSpeed(16, 'faster')]).toEqual([2, 0.5, 16]);
    expect([nextSpeed(-2, 'faster'), nextSpeed(0.125, 'slower')]).toEqual([-4, 0.125]);
  });

  it('grow with each press of J or L, and a change of direction starts at normal speed', () => {
    expect(shuttle({ rate: 1, isPlaying: false }, 1)).toBe(1);
    expect(shuttle({ rate: 1, isPlaying: true }, 1)).toBe(2);
    expect(shuttle({ rate: 4, isPlaying: true }, -1)).toBe(-1);
    expect(shuttle({ rate: -2, isPlaying: true }, -1)).toBe(-4);
    expect(shuttle({ rate: 0.25, isPlaying: true }, 1)).toBe(1);
  });
});
