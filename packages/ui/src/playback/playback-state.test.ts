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
import type { PaneReadiness } from './steer.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const START = NOW - HOUR_MS;
const ready: PaneReadiness = { hasFootage: true, isReady: true };
const loading: PaneReadiness = { hasFootage: true, isReady: false };
const gap: PaneReadiness = { hasFootage: false, isReady: false };

type Step = PlaybackEvent | { afterMs: number };
const steer = (...readiness: PaneReadiness[]): Step => ({ kind: 'steer', readiness, firstShownMs: undefined });
const play: Step = { kind: 'play' };
const pause: Step = { kind: 'pause', leader: undefined };
const goLive: Step = { kind: 'go-live' };

/** Applies the steps to playback paused an hour ago; both clocks advance only with `afterMs`. */
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

describe('the playback clock', () => {
  it('advances only while playing, at its rate, backwards too', () => {
    expect(after({ afterMs: 500 }).atMs).toBe(START);
    expect(after(...running, { afterMs: 1_000 }).atMs).toBe(START + 1_000);
    const backwards = after(...running, { afterMs: 1_000 }, { kind: 'set-rate', rate: -4 }, { afterMs: 500 });
    expect(backwards.atMs).toBe(START - 1_000);
  });

  it('stops while the only pane has no media, and then continues', () => {
    const held = after(...running, { afterMs: 1_000 }, steer(loading), { afterMs: 3_000 });
    expect([held.state.mode.kind, held.atMs]).toEqual(['waiting', START + 1_000]);
    expect(isSeenWaiting(held.state, held.tickMs)).toBe(true);
    const on = after(...running, { afterMs: 1_000 }, steer(loading), { afterMs: 3_000 }, steer(ready), { afterMs: 50 });
    expect(on.atMs).toBe(START + 1_050);
  });

  it('follows the first video while it starts, and never a video that is far off', () => {
    const shows = (firstShownMs: number): Step => ({ kind: 'steer', readiness: [ready], firstShownMs });
    expect(after(...running, { afterMs: 300 }, shows(START + 20)).atMs).toBe(START + 20);
    expect(after(...running, { afterMs: 300 }, shows(START + 9_000)).atMs).toBe(START + 300);
    expect(after(...running, { afterMs: 900 }, shows(START + 500)).atMs).toBe(START + 900);
  });

  it('does not run into the future', () => {
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
  it('never leads into the future', () => expect(after({ kind: 'seek', atMs: NOW + HOUR_MS }).atMs).toBe(NOW));

  it('continues to play or stays paused, as before', () => {
    const seek: Step = { kind: 'seek', atMs: START + 60_000 };
    expect(modeAfter(...running, seek)).toMatchObject({ kind: 'waiting', hasRun: false });
    expect(modeAfter(...running, pause, seek)).toEqual({ kind: 'paused', because: 'asked' });
    expect(after(...running, seek).state.isFromSeek).toBe(true);
  });
});

describe('a pause', () => {
  it('stops at the displayed picture', () => {
    const seen: Step = { kind: 'pause', leader: { seenMs: START + 700, isAtRest: true } };
    const { state, atMs } = after(...running, { afterMs: 1_000 }, seen, { afterMs: 1_000 });
    expect([state.mode.kind, state.isFromSeek, atMs]).toEqual(['paused', false, START + 700]);
  });

  it('from live is remembered until the next action', () => {
    const held = [goLive, { afterMs: 5_000 }, steer(), pause];
    expect(modeAfter(...held)).toEqual({ kind: 'paused', because: 'from-live' });
    expect(after(...held).atMs).toBe(NOW + 5_000);
    expect(modeAfter(...held, { kind: 'seek', atMs: START })).toEqual({ kind: 'paused', because: 'asked' });
    expect(modeAfter(...held, play).kind).toBe('waiting');
  });
});

describe('where no camera has footage', () => {
  const skipping = [...running, { afterMs: 1_000 }, steer(gap, gap)];

  it('the next footage is found and played', () => {
    expect(modeAfter(...skipping)).toMatchObject({ kind: 'skipping', fromMs: START + 1_000, isBackwards: false });
    const { state, atMs } = after(...skipping, { kind: 'footage-found', targetMs: START + 60_000 });
    expect([state.mode.kind, atMs]).toEqual(['waiting', START + 60_000]);
  });

  it('playback ends if there is none later either', () => {
    expect(modeAfter(...skipping, { kind: 'footage-found', targetMs: undefined })).toEqual({
      kind: 'paused',
      because: 'at-end',
    });
  });

  it('because it is too new, playback waits for it, or goes live when playing fast', () => {
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

  it('a search result after another action is ignored', () => {
    const found: Step = { kind: 'footage-found', targetMs: START + 60_000 };
    expect(after(...skipping, { kind: 'seek', atMs: START }, found).atMs).toBe(START);
    expect(modeAfter(...skipping, pause, found).kind).toBe('paused');
  });
});

describe('live', () => {
  it('shows the present at normal speed', () => {
    const { state, atMs } = after(...running, { kind: 'set-rate', rate: 8 }, goLive, { afterMs: 3_000 }, steer(gap));
    expect([state.mode.kind, state.clock.rate, atMs, isPlaying(state)]).toEqual(['live', 1, NOW + 3_000, true]);
  });

  it('ignores a faster speed, and a slower one continues with the newest footage', () => {
    expect(modeAfter(goLive, { kind: 'set-rate', rate: 2 }).kind).toBe('live');
    const slower = after(goLive, { kind: 'set-rate', rate: 0.5 });
    expect([slower.state.mode.kind, slower.state.clock.rate, slower.atMs]).toEqual([
      'waiting',
      0.5,
      NOW - LIVE_DELAY_MS,
    ]);
  });
});

it('is never in the future and always consistent, after any sequence of events', () => {
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
