import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFresh, isTrying, type LiveEvent, type LiveState, nextLive, retryDelayMs } from './live-state.ts';

type Step = LiveEvent | { afterMs: number } | { away: boolean };

/** Applies the steps to a resting player; time advances only with `afterMs`. */
function after(...steps: Step[]): LiveState {
  let state: LiveState = { kind: 'resting' };
  let nowMs = 0;
  let isCameraAway = false;
  for (const step of steps) {
    if ('afterMs' in step) {
      nowMs += step.afterMs;
      state = nextLive(state, { kind: 'tick' }, { nowMs, isCameraAway, spread: 0 });
    } else if ('away' in step) isCameraAway = step.away;
    else state = nextLive(state, step, { nowMs, isCameraAway, spread: 0 });
  }
  return state;
}

const wake: Step = { kind: 'wake', transcode: false };
const described: Step = { kind: 'described' };
const frame: Step = { kind: 'frame', ageMs: 200 };
const lost: Step = { kind: 'lost', reason: 'lost' };
const playing = [wake, described, frame];

describe('the live state', () => {
  it('connects, waits for its first frame and plays', () => {
    expect(after(wake).kind).toBe('connecting');
    expect(after(wake, described).kind).toBe('buffering');
    expect(after(...playing).kind).toBe('playing');
  });

  it('requests a transcoded stream if the browser cannot play the original, once', () => {
    expect(after(wake, { kind: 'cannot-play' })).toMatchObject({ kind: 'connecting', transcode: true });
    expect(after(wake, { kind: 'cannot-play' }, { kind: 'cannot-play' })).toEqual({
      kind: 'refused',
      reason: 'cannot-play',
    });
  });

  it('retries an unplayable stream when more is known about it', () => {
    expect(after(wake, { kind: 'cannot-play' }, { kind: 'cannot-play' }, { kind: 'nudge' })).toMatchObject({
      kind: 'connecting',
      transcode: true,
    });
  });

  it('keeps requesting the transcoded stream after a lost connection', () => {
    expect(after({ kind: 'wake', transcode: true }, described, frame, lost)).toMatchObject({ transcode: true });
  });

  it('is stalled at most four seconds after its last new frame, and resumes with the next one', () => {
    const ticks = Array.from({ length: 8 }, () => ({ afterMs: 500 }));
    const frozen = after(...playing, ...ticks);
    expect([frozen.kind, isFresh(frozen)]).toEqual(['stalled', false]);
    expect(isFresh(after(...playing, ...ticks, frame))).toBe(true);
  });

  it('is late, and not fresh, while its frames are seconds old', () => {
    const late = after(...playing, { kind: 'frame', ageMs: 6_000 });
    expect([late.kind, isFresh(late)]).toEqual(['playing', false]);
    expect(isFresh(after(...playing, { kind: 'frame', ageMs: 6_000 }, frame))).toBe(true);
  });

  it('reconnects if it stays stalled', () => {
    const state = after(...playing, { afterMs: 3_001 }, { afterMs: 8_001 });
    expect(state).toMatchObject({ kind: 'retrying', reason: 'stalled' });
  });

  it.each([
    ['answer', [wake]],
    ['first picture', [wake, described]],
  ])('retries if there is no %s', (_title, steps) => {
    expect(after(...steps, { afterMs: 15_001 })).toMatchObject({ kind: 'retrying', reason: 'silent' });
  });

  it('waits longer each time, and no longer than five seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 50].map((attempt) => retryDelayMs(attempt, 0));
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 5000, 5000]);
    expect(retryDelayMs(0, 1)).toBeCloseTo(390);
  });

  it('resets the retry delay after playing for a while', () => {
    const again = [lost, { afterMs: 6_000 }, described, frame];
    expect(after(...playing, ...again, ...again, lost)).toMatchObject({ kind: 'retrying', attempt: 3 });
    expect(after(...playing, ...again, { afterMs: 2_800 }, frame, { afterMs: 2_800 }, frame, lost)).toMatchObject({
      attempt: 1,
    });
  });

  it('retries slowly while the camera is offline, and at once when it is back', () => {
    const away = after(...playing, { away: true }, lost);
    expect(away).toMatchObject({ kind: 'away', retryAtMs: 5_000 });
    expect(after(...playing, lost, { kind: 'camera-away' }).kind).toBe('away');
    expect(after(...playing, { away: true }, lost, { kind: 'nudge' })).toMatchObject({
      kind: 'connecting',
      attempt: 0,
    });
    expect(after(...playing, { away: true }, lost, { afterMs: 5_000 }).kind).toBe('connecting');
  });

  it('keeps playing even if the recorder reports the camera offline', () => {
    expect(after(...playing, { kind: 'camera-away' }).kind).toBe('playing');
  });

  it('does not retry after a refusal until it is woken again', () => {
    const refused: Step[] = [wake, { kind: 'refused', reason: 'no-access' }];
    expect(after(...refused, { afterMs: 60_000 }, { kind: 'nudge' }).kind).toBe('refused');
    expect(after(...refused, { kind: 'rest' }, wake).kind).toBe('connecting');
  });

  it('rests without viewers, and only a wake event starts it', () => {
    expect(after(...playing, { kind: 'rest' }, { afterMs: 60_000 }, { kind: 'nudge' }, lost, frame).kind).toBe(
      'resting',
    );
  });

  it('does not count time on a hidden page as a stall, but waits for a new picture', () => {
    let state = after(...playing);
    const later = { nowMs: 600_000, isCameraAway: false, spread: 0 };
    state = nextLive(nextLive(state, { kind: 'page-shown' }, later), { kind: 'tick' }, later);
    expect(state.kind).toBe('buffering');
    expect(nextLive(state, { kind: 'frame', ageMs: 100 }, later).kind).toBe('playing');
  });

  it('stays live if the page was hidden for a moment only', () => {
    const soon = { nowMs: 1_000, isCameraAway: false, spread: 0 };
    expect(nextLive(after(...playing), { kind: 'page-shown' }, soon).kind).toBe('playing');
  });

  it('waits the full delay if there are too many viewers', () => {
    expect(after(wake, { kind: 'lost', reason: 'too-many' })).toMatchObject({ retryAtMs: 5_000 });
  });

  it('returns to playing after any sequence of events', () => {
    const events = fc.constantFrom<Step>(
      wake,
      described,
      frame,
      lost,
      { kind: 'camera-away' },
      { kind: 'nudge' },
      { kind: 'rest' },
      { afterMs: 1_000 },
      { afterMs: 20_000 },
      { away: true },
      { away: false },
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (steps) => {
        const state = after(...steps, wake, { afterMs: 6_000 }, { kind: 'nudge' }, described, frame);
        expect(isTrying(state)).toBe(true);
      }),
    );
  });
});
