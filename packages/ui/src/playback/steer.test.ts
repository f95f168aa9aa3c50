import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSpeed, SPEEDS, shuttle } from './speeds.ts';
import { jumpBeyondMs, MOST_WAIT_MS, orderClock, steer } from './steer.ts';

const NOW = 1_000_000;
const showing = (shownMs: number | undefined) => ({ shownMs, isReady: true, isSeeking: false });

describe('a pane', () => {
  it('in step plays at the speed of the clock', () => {
    expect(steer(showing(NOW + 10), NOW, 2)).toEqual({ kind: 'keep', playbackRate: 2 });
  });

  it('a little behind plays a little faster, a little ahead a little slower', () => {
    expect(steer(showing(NOW - 150), NOW, 1)).toMatchObject({ kind: 'keep', playbackRate: 1.1 });
    expect(steer(showing(NOW + 150), NOW, 1)).toMatchObject({ kind: 'keep', playbackRate: 0.9 });
  });

  it('far off jumps, unless it is jumping already', () => {
    expect(steer(showing(NOW - 5_000), NOW, 1)).toEqual({ kind: 'seek' });
    expect(steer(showing(undefined), NOW, 1)).toEqual({ kind: 'seek' });
    expect(steer({ shownMs: 0, isReady: false, isSeeking: true }, NOW, 1)).toEqual({ kind: 'wait' });
  });

  it('is always brought nearer, at every speed', () => {
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
  const fresh = { waitedMs: 0, isUnderWay: false };

  it.each([
    ['runs when all have their picture', [ready, ready], fresh, 'run'],
    ['runs while others are in a gap', [ready, gap], fresh, 'run'],
    ['waits for the slowest after a jump', [ready, loading], fresh, 'hold'],
    ['waits for a pane that does not know yet', [unknown, gap], fresh, 'hold'],
    ['does not wait for ever', [ready, loading], { waitedMs: MOST_WAIT_MS + 1, isUnderWay: false }, 'run'],
    ['is not stopped by one that stutters', [ready, loading], { waitedMs: 0, isUnderWay: true }, 'run'],
    ['stops when the only one stutters', [loading], { waitedMs: 0, isUnderWay: true }, 'hold'],
    ['skips what no camera recorded', [gap, gap], fresh, 'skip'],
    ['stands without cameras', [], fresh, 'hold'],
  ] as const)('%s', (_title, panes, facts, expected) => expect(orderClock(panes, facts)).toBe(expected));
});

describe('speeds', () => {
  it('go from an eighth to sixteen, and stay at the ends', () => {
    expect([SPEEDS[0], SPEEDS.at(-1)]).toEqual([0.125, 16]);
    expect([nextSpeed(1, 'faster'), nextSpeed(1, 'slower'), nextSpeed(16, 'faster')]).toEqual([2, 0.5, 16]);
    expect([nextSpeed(-2, 'faster'), nextSpeed(0.125, 'slower')]).toEqual([-4, 0.125]);
  });

  it('of J and L grow with each press and turn round at the ordinary one', () => {
    expect(shuttle({ rate: 1, isPlaying: false }, 1)).toBe(1);
    expect(shuttle({ rate: 1, isPlaying: true }, 1)).toBe(2);
    expect(shuttle({ rate: 4, isPlaying: true }, -1)).toBe(-1);
    expect(shuttle({ rate: -2, isPlaying: true }, -1)).toBe(-4);
    expect(shuttle({ rate: 0.25, isPlaying: true }, 1)).toBe(1);
  });
});
