import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockMs,
  initialPlayback,
  isPlaying,
  isSeenWaiting,
  LIVE_DELAY_MS,
  nextPlayback,
  type PlaybackEvent,
  type PlaybackState,
} from './playback-state.ts';
import type { PaneStanding } from './steer.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const START = NOW - HOUR_MS;
const ready: PaneStanding = { hasFootage: true, isReady: true };
const loading: PaneStanding = { hasFootage: true, isReady: false };
const gap: PaneStanding = { hasFootage: false, isReady: false };

type Step = PlaybackEvent | { afterMs: number };
const steer = (...standings: PaneStanding[]): Step => ({ kind: 'steer', standings, firstShownMs: undefined });
const play: Step = { kind: 'play' };
const pause: Step = { kind: 'pause', leader: undefined };
const goLive: Step = { kind: 'go-live' };

/** Plays events from a pause an hour ago; both clocks advance only where a step says so. */
function after(...steps: Step[]): { state: PlaybackState; atMs: number; tickMs: number } {
  let passedMs = 0;
  let state = initialPlayback(START, 0);
  for (const step of steps) {
    if ('afterMs' in step) passedMs += step.afterMs;
    else state = nextPlayback(state, step, { tickMs: passedMs, nowMs: NOW + passedMs });
  }
  return { state, atMs: clockMs(state, passedMs), tickMs: passedMs };
}
const modeAfter = (...steps: Step[]) => after(...steps).state.mode;
const running = [play, steer(ready)];

describe('the clock of playback', () => {
  it('stands until it plays, then advances at its rate, backwards too', () => {
    expect(after({ afterMs: 500 }).atMs).toBe(START);
    expect(after(...running, { afterMs: 1_000 }).atMs).toBe(START + 1_000);
    const backwards = after(...running, { afterMs: 1_000 }, { kind: 'set-rate', rate: -4 }, { afterMs: 500 });
    expect(backwards.atMs).toBe(START - 1_000);
  });

  it('holds while the only pane has no media, and goes on where it stood', () => {
    const held = after(...running, { afterMs: 1_000 }, steer(loading), { afterMs: 3_000 });
    expect([held.state.mode.kind, held.atMs]).toEqual(['waiting', START + 1_000]);
    expect(isSeenWaiting(held.state, held.tickMs)).toBe(true);
    const on = after(...running, { afterMs: 1_000 }, steer(loading), { afterMs: 3_000 }, steer(ready), { afterMs: 50 });
    expect(on.atMs).toBe(START + 1_050);
  });

  it('follows the first video while that gets going, and never a video that is far off', () => {
    const shows = (firstShownMs: number): Step => ({ kind: 'steer', standings: [ready], firstShownMs });
    expect(after(...running, { afterMs: 300 }, shows(START + 20)).atMs).toBe(START + 20);
    expect(after(...running, { afterMs: 300 }, shows(START + 9_000)).atMs).toBe(START + 300);
    expect(after(...running, { afterMs: 900 }, shows(START + 500)).atMs).toBe(START + 900);
  });

  it('does not run into time that has not come yet', () => {
    const { state, atMs } = after(
      { kind: 'seek', atMs: NOW - 1_000 },
      play,
      steer(ready),
      { kind: 'set-rate', rate: 16 },
      { afterMs: 2_000 },
      steer(ready),
    );
    expect([state.mode.kind, atMs]).toEqual(['waiting', NOW + 2_000 - LIVE_DELAY_MS]);
  });
});

describe('a jump', () => {
  it('leads nowhere beyond now', () => expect(after({ kind: 'seek', atMs: NOW + HOUR_MS }).atMs).toBe(NOW));

  it('keeps playing what played, and what was paused paused', () => {
    const seek: Step = { kind: 'seek', atMs: START + 60_000 };
    expect(modeAfter(...running, seek)).toMatchObject({ kind: 'waiting', isUnderWay: false });
    expect(modeAfter(...running, pause, seek)).toEqual({ kind: 'paused', because: 'asked' });
    expect(after(...running, seek).state.isPlaced).toBe(true);
  });
});

describe('a pause', () => {
  it('stands at the picture that is seen', () => {
    const seen: Step = { kind: 'pause', leader: { seenMs: START + 700, isStanding: true } };
    const { state, atMs } = after(...running, { afterMs: 1_000 }, seen, { afterMs: 1_000 });
    expect([state.mode.kind, state.isPlaced, atMs]).toEqual(['paused', false, START + 700]);
  });

  it('out of live is remembered until something else is asked for', () => {
    const held = [goLive, { afterMs: 5_000 }, steer(), pause];
    expect(modeAfter(...held)).toEqual({ kind: 'paused', because: 'from-live' });
    expect(after(...held).atMs).toBe(NOW + 5_000);
    expect(modeAfter(...held, { kind: 'seek', atMs: START })).toEqual({ kind: 'paused', because: 'asked' });
    expect(modeAfter(...held, play).kind).toBe('waiting');
  });
});

describe('where no camera has footage', () => {
  const skipping = [...running, { afterMs: 1_000 }, steer(gap, gap)];

  it('the next footage is looked for and played', () => {
    expect(modeAfter(...skipping)).toMatchObject({ kind: 'skipping', fromMs: START + 1_000, isBackwards: false });
    const { state, atMs } = after(...skipping, { kind: 'footage-found', targetMs: START + 60_000 });
    expect([state.mode.kind, atMs]).toEqual(['waiting', START + 60_000]);
  });

  it('and none after it, playback ends', () => {
    expect(modeAfter(...skipping, { kind: 'footage-found', targetMs: undefined })).toEqual({
      kind: 'paused',
      because: 'at-end',
    });
  });

  it('because it is too new, playback waits for it, or goes live where it came in a hurry', () => {
    const near = (rate: number): Step[] => [
      { kind: 'seek', atMs: NOW - 20_000 },
      { kind: 'set-rate', rate },
      play,
      steer(gap),
      { kind: 'footage-found', targetMs: undefined },
    ];
    expect(modeAfter(...near(1)).kind).toBe('waiting');
    expect(modeAfter(...near(4)).kind).toBe('live');
  });

  it('an answer that comes after somebody moved on is ignored', () => {
    const found: Step = { kind: 'footage-found', targetMs: START + 60_000 };
    expect(after(...skipping, { kind: 'seek', atMs: START }, found).atMs).toBe(START);
    expect(modeAfter(...skipping, pause, found).kind).toBe('paused');
  });
});

describe('live', () => {
  it('is now, at the ordinary speed, whatever was before', () => {
    const { state, atMs } = after(...running, { kind: 'set-rate', rate: 8 }, goLive, { afterMs: 3_000 }, steer(gap));
    expect([state.mode.kind, state.clock.rate, atMs, isPlaying(state)]).toEqual(['live', 1, NOW + 3_000, true]);
  });

  it('stays when more speed is asked for, and ends with the newest footage when less is', () => {
    expect(modeAfter(goLive, { kind: 'set-rate', rate: 2 }).kind).toBe('live');
    const slower = after(goLive, { kind: 'set-rate', rate: 0.5 });
    expect([slower.state.mode.kind, slower.state.clock.rate, slower.atMs]).toEqual([
      'waiting',
      0.5,
      NOW - LIVE_DELAY_MS,
    ]);
  });
});

it('is never ahead of now, and never in two minds about playing, whatever happens', () => {
  const events = fc.constantFrom<Step>(
    play,
    pause,
    goLive,
    steer(ready),
    steer(loading),
    steer(gap),
    { kind: 'seek', atMs: NOW - 5_000 },
    { kind: 'set-rate', rate: 16 },
    { kind: 'set-rate', rate: -4 },
    { kind: 'footage-found', targetMs: undefined },
    { kind: 'footage-found', targetMs: NOW - 100_000 },
    { afterMs: 80 },
    { afterMs: 5_000 },
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), (steps) => {
      const { state, atMs, tickMs } = after(...steps, steer(ready));
      expect(atMs).toBeLessThanOrEqual(NOW + tickMs);
      expect(modeAfter(...steps, pause).kind).toBe('paused');
      expect(isPlaying(state)).toBe(state.mode.kind !== 'paused');
    }),
  );
});
