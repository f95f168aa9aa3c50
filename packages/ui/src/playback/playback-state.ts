import { canPlayNatively } from './speeds.ts';
import { orderClock, type PaneReadiness } from './steer.ts';

/** The clock that all panes follow: a past moment that advances at a rate while it runs. */
interface Clock {
  anchorMs: number;
  anchorTickMs: number;
  rate: number;
}

export type PlaybackMode =
  /** `at-end`: nothing was recorded after this moment. `from-live`: paused from live and not moved since. */
  | { kind: 'paused'; because: 'asked' | 'at-end' | 'from-live' }
  /** Waits for media to play. `hasRun`: the clock has run since the last jump. */
  | { kind: 'waiting'; sinceTickMs: number; hasRun: boolean }
  | { kind: 'running'; sinceTickMs: number }
  /** No camera has footage at this moment: the next footage is being searched. */
  | { kind: 'skipping'; sinceTickMs: number; fromMs: number; isBackwards: boolean }
  /** The clock shows the present; live players replace the paused panes. */
  | { kind: 'live' };

export interface PlaybackState {
  clock: Clock;
  mode: PlaybackMode;
  /** Reached by a seek and not by playing: its picture may not be displayed yet. */
  isFromSeek: boolean;
}

export type PlaybackEvent =
  | { kind: 'seek'; atMs: number }
  | { kind: 'play' }
  /** `leader`: the pane that decides the moment of the pause. */
  | { kind: 'pause'; leader: { seenMs: number; isAtRest: boolean } | undefined }
  | { kind: 'set-rate'; rate: number }
  | { kind: 'go-live' }
  /** Sent regularly, with the readiness of the panes and the moment shown by the first one that is ready. */
  | { kind: 'steer'; readiness: readonly PaneReadiness[]; firstShownMs: number | undefined }
  /** Result of the search for the next footage. */
  | { kind: 'footage-found'; targetMs: number | undefined };

export interface PlaybackFacts {
  /** Monotonic clock. */
  tickMs: number;
  nowMs: number;
}

/** The segment being written is not indexed yet; a recording camera has footage this far back. */
export const LIVE_DELAY_MS = 14_000;
const NEWEST_MS = 120_000;
const STARTING_MS = 600;
const SHOW_WAITING_MS = 400;

export const initialPlayback = (atMs: number, tickMs: number): PlaybackState => ({
  clock: { anchorMs: atMs, anchorTickMs: tickMs, rate: 1 },
  mode: { kind: 'paused', because: 'asked' },
  isFromSeek: true,
});

export const clockMs = ({ clock, mode }: PlaybackState, tickMs: number): number =>
  mode.kind === 'running' ? clock.anchorMs + (tickMs - clock.anchorTickMs) * clock.rate : clock.anchorMs;

export const isPlaying = ({ mode }: PlaybackState): boolean => mode.kind !== 'paused';

/** Has been waiting for media long enough to show it. */
export const isSeenWaiting = ({ mode }: PlaybackState, tickMs: number): boolean =>
  (mode.kind === 'waiting' || mode.kind === 'skipping') && tickMs - mode.sinceTickMs > SHOW_WAITING_MS;

/** The playback state after an event; the same object if nothing changes. */
export function nextPlayback(state: PlaybackState, event: PlaybackEvent, facts: PlaybackFacts): PlaybackState {
  const { tickMs, nowMs } = facts;
  switch (event.kind) {
    case 'seek':
      return movedTo(state, Math.min(event.atMs, nowMs), facts);
    case 'play':
      if (isPlaying(state)) return state;
      return { ...state, mode: { kind: 'waiting', sinceTickMs: tickMs, hasRun: false } };
    case 'pause':
      return paused(state, event.leader, facts);
    case 'set-rate':
      return withRate(state, event.rate, facts);
    case 'go-live':
      if (state.mode.kind === 'live') return state;
      return { clock: { anchorMs: nowMs, anchorTickMs: tickMs, rate: 1 }, mode: { kind: 'live' }, isFromSeek: true };
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

/** Moves to a moment; continues to play there as soon as the panes are ready. */
function movedTo(state: PlaybackState, atMs: number, { tickMs }: PlaybackFacts): PlaybackState {
  const mode: PlaybackMode = isPlaying(state)
    ? { kind: 'waiting', sinceTickMs: tickMs, hasRun: false }
    : { kind: 'paused', because: 'asked' };
  return { ...anchored(state, atMs, tickMs), mode, isFromSeek: true };
}

function paused(
  state: PlaybackState,
  leader: { seenMs: number; isAtRest: boolean } | undefined,
  { tickMs, nowMs }: PlaybackFacts,
): PlaybackState {
  if (!isPlaying(state)) return state;
  if (state.mode.kind === 'live')
    return { ...anchored(state, nowMs, tickMs), mode: { kind: 'paused', because: 'from-live' }, isFromSeek: true };
  return {
    ...anchored(state, leader?.seenMs ?? clockMs(state, tickMs), tickMs),
    mode: { kind: 'paused', because: 'asked' },
    isFromSeek: leader?.isAtRest !== true,
  };
}

function withRate(state: PlaybackState, rate: number, facts: PlaybackFacts): PlaybackState {
  const isLive = state.mode.kind === 'live';
  // Live cannot go faster; any other speed starts from the newest footage.
  if (isLive && rate >= 1) return state;
  const from = isLive ? movedTo(state, facts.nowMs - LIVE_DELAY_MS, facts) : state;
  const { clock } = anchored(from, clockMs(from, facts.tickMs), facts.tickMs);
  return { ...from, clock: { ...clock, rate } };
}

function steered(
  state: PlaybackState,
  { readiness, firstShownMs }: Extract<PlaybackEvent, { kind: 'steer' }>,
  facts: PlaybackFacts,
): PlaybackState {
  const { tickMs, nowMs } = facts;
  const { mode, clock } = state;
  if (mode.kind === 'live') return anchored(state, nowMs, tickMs);
  if (mode.kind !== 'waiting' && mode.kind !== 'running') return state;
  const atMs = clockMs(state, tickMs);
  // The clock must not run into the future.
  if (mode.kind === 'running' && atMs > nowMs) return movedTo(state, nowMs - LIVE_DELAY_MS, facts);
  const hasRun = mode.kind === 'running' || mode.hasRun;
  const waitedMs = mode.kind === 'waiting' ? tickMs - mode.sinceTickMs : 0;
  const order = orderClock(readiness, { waitedMs, hasRun });
  const sinceTickMs = mode.kind === 'waiting' ? mode.sinceTickMs : tickMs;
  switch (order) {
    case 'skip':
      return {
        ...anchored(state, atMs, tickMs),
        mode: { kind: 'skipping', sinceTickMs, fromMs: atMs, isBackwards: clock.rate < 0 },
      };
    case 'hold':
      if (mode.kind === 'waiting') return state;
      return { ...anchored(state, atMs, tickMs), mode: { kind: 'waiting', sinceTickMs, hasRun: true } };
    case 'run': {
      const running: PlaybackState =
        mode.kind === 'running'
          ? state
          : { ...anchored(state, atMs, tickMs), mode: { kind: 'running', sinceTickMs: tickMs }, isFromSeek: false };
      return followFirstVideo(running, firstShownMs, tickMs);
    }
  }
}

/** While videos start, the clock follows the first one, so that none has to catch up. */
function followFirstVideo(state: PlaybackState, firstShownMs: number | undefined, tickMs: number): PlaybackState {
  const { mode, clock } = state;
  if (mode.kind !== 'running' || firstShownMs === undefined) return state;
  const isStarting = canPlayNatively(clock.rate) && tickMs - mode.sinceTickMs <= STARTING_MS;
  const awayMs = Math.abs(firstShownMs - clockMs(state, tickMs));
  return isStarting && awayMs < STARTING_MS * clock.rate ? anchored(state, firstShownMs, tickMs) : state;
}

function skipped(
  state: PlaybackState,
  { fromMs, isBackwards, sinceTickMs }: Extract<PlaybackMode, { kind: 'skipping' }>,
  targetMs: number | undefined,
  facts: PlaybackFacts,
): PlaybackState {
  if (targetMs !== undefined) return movedTo(state, Math.min(targetMs, facts.nowMs), facts);
  if (isBackwards) return { ...state, mode: { kind: 'paused', because: 'asked' } };
  if (facts.nowMs - fromMs >= NEWEST_MS) return { ...state, mode: { kind: 'paused', because: 'at-end' } };
  // Fast playback has caught up with the present; at normal speed the next footage is only a little late.
  if (state.clock.rate > 1) return nextPlayback(state, { kind: 'go-live' }, facts);
  return { ...state, mode: { kind: 'waiting', sinceTickMs, hasRun: true } };
}
