import { canPlayNatively } from './speeds.ts';
import { orderClock, type PaneStanding } from './steer.ts';

/** The one time all panes follow: a moment in the past that advances at a rate while it runs. */
interface Clock {
  anchorMs: number;
  anchorTickMs: number;
  rate: number;
}

export type PlaybackMode =
  /** `at-end`: nothing was recorded after this moment. `from-live`: paused out of live, and not moved since. */
  | { kind: 'paused'; because: 'asked' | 'at-end' | 'from-live' }
  /** Wants to play and waits for media. `isUnderWay`: the clock has run since the last jump. */
  | { kind: 'waiting'; sinceTickMs: number; isUnderWay: boolean }
  | { kind: 'running'; sinceTickMs: number }
  /** No camera has footage at this moment: the next one that has is being looked for. */
  | { kind: 'skipping'; sinceTickMs: number; fromMs: number; isBackwards: boolean }
  /** The clock is that of now; the panes rest while live players show the pictures. */
  | { kind: 'live' };

export interface PlaybackState {
  clock: Clock;
  mode: PlaybackMode;
  /** Sent to this moment, and not come to it by playing: its picture may still be under way. */
  isPlaced: boolean;
}

export type PlaybackEvent =
  | { kind: 'seek'; atMs: number }
  | { kind: 'play' }
  /** The pane whose picture is taken for the moment that was paused at. */
  | { kind: 'pause'; leader: { seenMs: number; isStanding: boolean } | undefined }
  | { kind: 'set-rate'; rate: number }
  | { kind: 'go-live' }
  /** Regularly: how the panes stand, and what the first that is ready shows. */
  | { kind: 'steer'; standings: readonly PaneStanding[]; firstShownMs: number | undefined }
  /** What looking for the next footage came to. */
  | { kind: 'footage-found'; targetMs: number | undefined };

export interface PlaybackFacts {
  /** A clock that nobody sets. */
  tickMs: number;
  nowMs: number;
}

/** The segment being written is not indexed; this far back there is footage of a camera that records. */
export const LIVE_DELAY_MS = 14_000;
const NEWEST_MS = 120_000;
const GETTING_GOING_MS = 600;
const SHOW_WAITING_MS = 400;

export const initialPlayback = (atMs: number, tickMs: number): PlaybackState => ({
  clock: { anchorMs: atMs, anchorTickMs: tickMs, rate: 1 },
  mode: { kind: 'paused', because: 'asked' },
  isPlaced: true,
});

export const clockMs = ({ clock, mode }: PlaybackState, tickMs: number): number =>
  mode.kind === 'running' ? clock.anchorMs + (tickMs - clock.anchorTickMs) * clock.rate : clock.anchorMs;

export const isPlaying = ({ mode }: PlaybackState): boolean => mode.kind !== 'paused';

/** Waits for media long enough for people to notice. */
export const isSeenWaiting = ({ mode }: PlaybackState, tickMs: number): boolean =>
  (mode.kind === 'waiting' || mode.kind === 'skipping') && tickMs - mode.sinceTickMs > SHOW_WAITING_MS;

/** What becomes of playback when something happens. The same object comes back where nothing does. */
export function nextPlayback(state: PlaybackState, event: PlaybackEvent, facts: PlaybackFacts): PlaybackState {
  const { tickMs, nowMs } = facts;
  switch (event.kind) {
    case 'seek':
      return sent(state, Math.min(event.atMs, nowMs), facts);
    case 'play':
      if (isPlaying(state)) return state;
      return { ...state, mode: { kind: 'waiting', sinceTickMs: tickMs, isUnderWay: false } };
    case 'pause':
      return paused(state, event.leader, facts);
    case 'set-rate':
      return withRate(state, event.rate, facts);
    case 'go-live':
      if (state.mode.kind === 'live') return state;
      return { clock: { anchorMs: nowMs, anchorTickMs: tickMs, rate: 1 }, mode: { kind: 'live' }, isPlaced: true };
    case 'steer':
      return steered(state, event, facts);
    case 'footage-found':
      return state.mode.kind === 'skipping' ? skipped(state, state.mode, event.targetMs, facts) : state;
  }
}

const anchored = (state: PlaybackState, atMs: number, tickMs: number): PlaybackState => ({
  ...state,
  clock: { ...state.clock, anchorMs: atMs, anchorTickMs: tickMs },
});

/** To a moment; what played goes on playing there as soon as the panes have it. */
function sent(state: PlaybackState, atMs: number, { tickMs }: PlaybackFacts): PlaybackState {
  const mode: PlaybackMode = isPlaying(state)
    ? { kind: 'waiting', sinceTickMs: tickMs, isUnderWay: false }
    : { kind: 'paused', because: 'asked' };
  return { ...anchored(state, atMs, tickMs), mode, isPlaced: true };
}

function paused(
  state: PlaybackState,
  leader: { seenMs: number; isStanding: boolean } | undefined,
  { tickMs, nowMs }: PlaybackFacts,
): PlaybackState {
  if (!isPlaying(state)) return state;
  if (state.mode.kind === 'live')
    return { ...anchored(state, nowMs, tickMs), mode: { kind: 'paused', because: 'from-live' }, isPlaced: true };
  return {
    ...anchored(state, leader?.seenMs ?? clockMs(state, tickMs), tickMs),
    mode: { kind: 'paused', because: 'asked' },
    isPlaced: leader?.isStanding !== true,
  };
}

function withRate(state: PlaybackState, rate: number, facts: PlaybackFacts): PlaybackState {
  const isLive = state.mode.kind === 'live';
  // There is nothing ahead of now to hurry to; anything else begins with the newest footage.
  if (isLive && rate >= 1) return state;
  const from = isLive ? sent(state, facts.nowMs - LIVE_DELAY_MS, facts) : state;
  const { clock } = anchored(from, clockMs(from, facts.tickMs), facts.tickMs);
  return { ...from, clock: { ...clock, rate } };
}

function steered(
  state: PlaybackState,
  { standings, firstShownMs }: Extract<PlaybackEvent, { kind: 'steer' }>,
  facts: PlaybackFacts,
): PlaybackState {
  const { tickMs, nowMs } = facts;
  const { mode, clock } = state;
  if (mode.kind === 'live') return anchored(state, nowMs, tickMs);
  if (mode.kind !== 'waiting' && mode.kind !== 'running') return state;
  const atMs = clockMs(state, tickMs);
  // The clock must not run into time that has not come yet.
  if (mode.kind === 'running' && atMs > nowMs) return sent(state, nowMs - LIVE_DELAY_MS, facts);
  const isUnderWay = mode.kind === 'running' || mode.isUnderWay;
  const waitedMs = mode.kind === 'waiting' ? tickMs - mode.sinceTickMs : 0;
  const order = orderClock(standings, { waitedMs, isUnderWay });
  const sinceTickMs = mode.kind === 'waiting' ? mode.sinceTickMs : tickMs;
  switch (order) {
    case 'skip':
      return {
        ...anchored(state, atMs, tickMs),
        mode: { kind: 'skipping', sinceTickMs, fromMs: atMs, isBackwards: clock.rate < 0 },
      };
    case 'hold':
      if (mode.kind === 'waiting') return state;
      return { ...anchored(state, atMs, tickMs), mode: { kind: 'waiting', sinceTickMs, isUnderWay: true } };
    case 'run': {
      const running: PlaybackState =
        mode.kind === 'running'
          ? state
          : { ...anchored(state, atMs, tickMs), mode: { kind: 'running', sinceTickMs: tickMs }, isPlaced: false };
      return led(running, firstShownMs, tickMs);
    }
  }
}

/** Videos take a moment to get going: until then the clock follows the first of them, so that none has to catch up. */
function led(state: PlaybackState, firstShownMs: number | undefined, tickMs: number): PlaybackState {
  const { mode, clock } = state;
  if (mode.kind !== 'running' || firstShownMs === undefined) return state;
  const isGettingGoing = canPlayNatively(clock.rate) && tickMs - mode.sinceTickMs <= GETTING_GOING_MS;
  const awayMs = Math.abs(firstShownMs - clockMs(state, tickMs));
  return isGettingGoing && awayMs < GETTING_GOING_MS * clock.rate ? anchored(state, firstShownMs, tickMs) : state;
}

function skipped(
  state: PlaybackState,
  { fromMs, isBackwards, sinceTickMs }: Extract<PlaybackMode, { kind: 'skipping' }>,
  targetMs: number | undefined,
  facts: PlaybackFacts,
): PlaybackState {
  if (targetMs !== undefined) return sent(state, Math.min(targetMs, facts.nowMs), facts);
  if (isBackwards) return { ...state, mode: { kind: 'paused', because: 'asked' } };
  if (facts.nowMs - fromMs >= NEWEST_MS) return { ...state, mode: { kind: 'paused', because: 'at-end' } };
  // Whoever came here in a hurry has caught up with now; at its own pace footage is only a little late.
  if (state.clock.rate > 1) return nextPlayback(state, { kind: 'go-live' }, facts);
  return { ...state, mode: { kind: 'waiting', sinceTickMs, isUnderWay: true } };
}
