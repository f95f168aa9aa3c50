import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMediaMap } from './media-map.ts';
import {
  initialPane,
  moveVideo,
  nextPane,
  type PaneEvent,
  type PaneState,
  positionOf,
  readinessOf,
  startPosition,
  type VideoFacts,
} from './pane-state.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_000 * HOUR_MS;
const AT = NOW - 10 * HOUR_MS;
/** Ten minutes from AT, a hole of a minute, ten minutes more. */
const map = createMediaMap([
  { wallMs: AT, mediaSeconds: 0, durationSeconds: 600 },
  { wallMs: AT + 660_000, mediaSeconds: 600, durationSeconds: 600 },
]);

type Step = PaneEvent | { afterMs: number };
function after(...steps: Step[]): PaneState {
  let nowMs = NOW;
  let state = initialPane(false);
  for (const step of steps) {
    if ('afterMs' in step) nowMs += step.afterMs;
    else state = nextPane(state, step, nowMs);
  }
  return state;
}
const want = (atMs: number): Step => ({ kind: 'want', atMs });
const mapped: Step = { kind: 'mapped', map };
const loaded = after(want(AT + 5_000), mapped);
const video = (part: Partial<VideoFacts> = {}): VideoFacts => ({
  currentTime: 5,
  readyState: 4,
  isSeeking: false,
  isPaused: false,
  playbackRate: 1,
  buffered: [{ startS: 0, endS: 1_200 }],
  ...part,
});
const clock = (atMs: number, rate = 1, isRunning = true) => ({ atMs, rate, isRunning });

describe('the media of a pane', () => {
  it('is requested once, and again only for a moment outside of it', () => {
    expect(after(want(AT), want(AT + 1_000), mapped, want(AT + 60_000)).request).toBe(1);
    expect(after(want(AT), mapped, want(AT + 5 * HOUR_MS)).request).toBe(2);
  });

  it('is requested again after a failure, unless the camera is gone', () => {
    const away: Step = { kind: 'refused', fault: 'away' };
    const unreadable: Step = { kind: 'failed', failure: 'unreadable' };
    expect(after(want(AT), away, { afterMs: 1_000 }, want(AT)).request).toBe(1);
    expect(after(want(AT), away, { afterMs: 2_001 }, want(AT)).request).toBe(2);
    expect(after(want(AT), unreadable).loading).toMatchObject({ kind: 'failed', fault: 'unreadable' });
    expect(after(want(AT), unreadable, { afterMs: 2_001 }, want(AT)).request).toBe(2);
    expect(after(want(AT), { kind: 'refused', fault: 'gone' }, { afterMs: HOUR_MS }, want(AT)).request).toBe(1);
  });

  it('is requested as H.264 if the browser has no decoder, once', () => {
    const cannot: Step = { kind: 'failed', failure: 'cannot-play' };
    expect(after(want(AT), mapped, cannot)).toMatchObject({ transcode: true, request: 2, loading: { kind: 'asking' } });
    expect(after(want(AT), cannot, cannot).loading).toMatchObject({ kind: 'failed', fault: 'cannot-play' });
  });

  it('is checked again for footage only if its window reaches the present', () => {
    const look: Step[] = [{ kind: 'no-footage' }, { afterMs: 6_000 }];
    expect(after(want(NOW), ...look, want(NOW)).request).toBe(2);
    expect(after(want(AT), ...look, want(AT)).request).toBe(1);
  });

  it('ignores a refusal after it was closed', () => {
    expect(after(want(AT), { kind: 'closed' }, { kind: 'refused', fault: 'away' }).loading.kind).toBe('nothing');
  });
});

describe('the readiness of a pane', () => {
  it('is unknown until the playlist is loaded', () => {
    expect(readinessOf(after(want(AT)), video(), AT)).toEqual({ hasFootage: undefined, isReady: false });
    expect(readinessOf(loaded, video(), AT + 5_000)).toEqual({ hasFootage: true, isReady: true });
    expect(readinessOf(loaded, video(), AT + 630_000)).toEqual({ hasFootage: false, isReady: false });
  });

  it('requires less media just before a hole', () => {
    expect(readinessOf(loaded, video({ readyState: 2 }), AT + 300_000).isReady).toBe(false);
    expect(readinessOf(loaded, video({ readyState: 2 }), AT + 599_700).isReady).toBe(true);
  });
});

describe('a video', () => {
  it('plays in sync, jumps when it is far off, and pauses in a gap', () => {
    expect(moveVideo(loaded, video(), clock(AT + 5_000))).toEqual({ kind: 'play', playbackRate: 1 });
    expect(moveVideo(loaded, video(), clock(AT + 95_000))).toEqual({ kind: 'jump', positionS: 95 });
    expect(moveVideo(loaded, video(), clock(AT + 630_000))).toEqual({ kind: 'pause' });
    expect(moveVideo(loaded, video({ isSeeking: true }), clock(AT + 95_000))).toEqual({ kind: 'none' });
  });

  it('shows the time of the clock while it is paused', () => {
    expect(moveVideo(loaded, video(), clock(AT + 5_300, 1, false))).toEqual({ kind: 'pause' });
    expect(moveVideo(loaded, video(), clock(AT + 60_000, 1, false))).toEqual({ kind: 'show', positionS: 60 });
  });

  it('shows single pictures backwards, and when the decoder cannot keep up', () => {
    expect(moveVideo(loaded, video(), clock(AT + 4_000, -2))).toEqual({ kind: 'show', positionS: 4 });
    const jumped: Step = { kind: 'jumped', rate: 8 };
    const strained = after(want(AT), mapped, jumped, { afterMs: 1_000 }, jumped, { afterMs: 1_000 }, jumped);
    expect(moveVideo(strained, video(), clock(AT + 5_000, 8))).toEqual({ kind: 'show', positionS: 5 });
    expect(moveVideo(strained, video(), clock(AT + 5_000, 4)).kind).toBe('play');
    const rarely = after(want(AT), mapped, jumped, { afterMs: 5_000 }, jumped, { afterMs: 5_000 }, jumped);
    expect(moveVideo(rarely, video(), clock(AT + 5_000, 8)).kind).toBe('play');
  });

  it('does not seek to the very end of a run before it is loaded', () => {
    expect(positionOf(loaded, video({ buffered: [] }), AT + 599_900)).toBeCloseTo(599.6);
    expect(positionOf(loaded, video(), AT + 599_900)).toBeCloseTo(599.9);
  });

  it('waits in a gap at the start of the next footage', () => expect(startPosition(map, AT + 630_000)).toBe(600));

  it('only seeks to positions with media', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
        fc.constantFrom(-8, 0.5, 1, 4, 16),
        fc.boolean(),
        (offsetMs, rate, isRunning) => {
          const move = moveVideo(loaded, video(), clock(AT + offsetMs, rate, isRunning));
          if ('positionS' in move) expect(move.positionS > 0 && move.positionS <= 1_200).toBe(true);
        },
      ),
    );
  });
});
