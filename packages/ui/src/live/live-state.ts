/** Why the connection is retried. */
export type RetryReason =
  | 'lost'
  | 'silent'
  | 'stalled'
  | 'too-slow'
  | 'too-many'
  | 'no-session'
  | 'broken'
  /** This browser, the network or the server does not allow WebRTC, which is not the same as being away. */
  | 'no-webrtc';
/** Why the connection is not retried. */
export type RefusalReason = 'no-access' | 'gone' | 'cannot-play';

export type LiveState =
  /** It has no viewers. */
  | { kind: 'resting' }
  | { kind: 'connecting'; attempt: number; transcode: boolean; sinceMs: number }
  | { kind: 'buffering'; attempt: number; transcode: boolean; sinceMs: number }
  | {
      kind: 'playing';
      attempt: number;
      transcode: boolean;
      sinceMs: number;
      frameAtMs: number;
      /** Pictures arrive seconds late. */
      isLate: boolean;
    }
  /** The picture on the screen is frozen. */
  | { kind: 'stalled'; attempt: number; transcode: boolean; sinceMs: number }
  | { kind: 'retrying'; attempt: number; transcode: boolean; retryAtMs: number; reason: RetryReason }
  /** The recorder reports the camera offline: retried slowly until it is back. */
  | { kind: 'away'; attempt: number; transcode: boolean; retryAtMs: number }
  | { kind: 'refused'; reason: RefusalReason };

export type LiveEvent =
  | { kind: 'wake'; transcode: boolean }
  | { kind: 'rest' }
  /** The stream was described and can be played. */
  | { kind: 'described' }
  /** The stream was described, and this browser has no decoder for it. */
  | { kind: 'cannot-play' }
  /** A new picture and its age. */
  | { kind: 'frame'; ageMs: number }
  | { kind: 'tick' }
  /** The page is visible again; missing frames while it was hidden are not a stall. */
  | { kind: 'page-shown' }
  | { kind: 'lost'; reason: RetryReason }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'camera-away' }
  /** An obstacle is gone: a camera, the server or the session is back. */
  | { kind: 'nudge' };

export interface LiveFacts {
  nowMs: number;
  isCameraAway: boolean;
  /** Jitter from 0 to 1, so that the panes of a wall do not reconnect at the same instant. */
  spread: number;
}

const ANSWER_MS = 15_000;
const FIRST_PICTURE_MS = 15_000;
// With the time between two ticks on top, a frozen picture is reported as such within four seconds.
const STALL_MS = 3_000;
const LATE_MS = 5_000;
const GIVE_UP_STALLED_MS = 8_000;
const STEADY_MS = 5_000;
const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 5_000;
const AWAY_RETRY_MS = 5_000;

export const retryDelayMs = (attempt: number, spread: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10)) * (1 + 0.3 * spread);

/** The live state after an event; the same object if nothing changes. */
export function nextLive(state: LiveState, event: LiveEvent, facts: LiveFacts): LiveState {
  const { nowMs } = facts;
  switch (event.kind) {
    case 'rest':
      return state.kind === 'resting' ? state : { kind: 'resting' };
    case 'wake':
      if (state.kind !== 'resting') return state;
      return { kind: 'connecting', attempt: 0, transcode: event.transcode, sinceMs: nowMs };
    case 'refused':
      return state.kind === 'resting' ? state : { kind: 'refused', reason: event.reason };
    case 'described':
      if (state.kind !== 'connecting') return state;
      return { ...state, kind: 'buffering', sinceMs: nowMs };
    case 'cannot-play':
      return cannotPlay(state, nowMs);
    case 'frame':
      return onFrame(state, event.ageMs, nowMs);
    case 'tick':
      return onTick(state, facts);
    case 'page-shown':
      return onPageShown(state, nowMs);
    case 'lost':
      return isTrying(state) ? waitFor(state, event.reason, facts) : state;
    case 'camera-away':
      if (state.kind !== 'retrying') return state;
      return { kind: 'away', attempt: state.attempt, transcode: state.transcode, retryAtMs: nowMs + AWAY_RETRY_MS };
    case 'nudge':
      if (isWithoutDecoder(state)) return { kind: 'connecting', attempt: 0, transcode: true, sinceMs: nowMs };
      if (state.kind !== 'retrying' && state.kind !== 'away') return state;
      return { kind: 'connecting', attempt: 0, transcode: state.transcode, sinceMs: nowMs };
  }
}

/** Worth a retry: the server may not have known the codec yet that it was asked to transcode. */
const isWithoutDecoder = (state: LiveState): boolean => state.kind === 'refused' && state.reason === 'cannot-play';

/** Whether the displayed picture is live; any other is shown dimmed. */
export const isFresh = (state: LiveState): boolean => state.kind === 'playing' && !state.isLate;

type Trying = Extract<LiveState, { kind: 'connecting' | 'buffering' | 'playing' | 'stalled' }>;

export const isTrying = (state: LiveState): state is Trying =>
  state.kind === 'connecting' || state.kind === 'buffering' || state.kind === 'playing' || state.kind === 'stalled';

function cannotPlay(state: LiveState, nowMs: number): LiveState {
  if (!isTrying(state)) return state;
  if (state.transcode) return { kind: 'refused', reason: 'cannot-play' };
  return { kind: 'connecting', attempt: state.attempt, transcode: true, sinceMs: nowMs };
}

/** The picture on the screen may be old, so it is live only if it was just taken; otherwise the next one is awaited. */
function onPageShown(state: LiveState, nowMs: number): LiveState {
  if (!isTrying(state)) return state;
  if (state.kind !== 'playing') return { ...state, sinceMs: nowMs };
  if (nowMs - state.frameAtMs <= STALL_MS) return { ...state, frameAtMs: nowMs };
  return { kind: 'buffering', attempt: state.attempt, transcode: state.transcode, sinceMs: nowMs };
}

function onFrame(state: LiveState, ageMs: number, nowMs: number): LiveState {
  const isLate = ageMs > LATE_MS;
  if (state.kind === 'playing') {
    // Frames come dozens of times a second: the state changes only where it matters to the timers below.
    const isSteady = state.attempt > 0 && nowMs - state.sinceMs > STEADY_MS;
    if (!isSteady && isLate === state.isLate && nowMs - state.frameAtMs < 500) return state;
    return { ...state, attempt: isSteady ? 0 : state.attempt, frameAtMs: nowMs, isLate };
  }
  if (state.kind !== 'buffering' && state.kind !== 'stalled') return state;
  const { attempt, transcode } = state;
  return { kind: 'playing', attempt, transcode, sinceMs: nowMs, frameAtMs: nowMs, isLate };
}

function onTick(state: LiveState, facts: LiveFacts): LiveState {
  const { nowMs } = facts;
  switch (state.kind) {
    case 'connecting':
      return nowMs - state.sinceMs > ANSWER_MS ? waitFor(state, 'silent', facts) : state;
    case 'buffering':
      return nowMs - state.sinceMs > FIRST_PICTURE_MS ? waitFor(state, 'silent', facts) : state;
    case 'playing':
      if (nowMs - state.frameAtMs <= STALL_MS) return state;
      return { kind: 'stalled', attempt: state.attempt, transcode: state.transcode, sinceMs: nowMs };
    case 'stalled':
      return nowMs - state.sinceMs > GIVE_UP_STALLED_MS ? waitFor(state, 'stalled', facts) : state;
    case 'retrying':
    case 'away':
      if (nowMs < state.retryAtMs) return state;
      return { kind: 'connecting', attempt: state.attempt, transcode: state.transcode, sinceMs: nowMs };
    default:
      return state;
  }
}

function waitFor(state: Trying, reason: RetryReason, { nowMs, isCameraAway, spread }: LiveFacts): LiveState {
  const { attempt, transcode } = state;
  if (isCameraAway) return { kind: 'away', attempt: attempt + 1, transcode, retryAtMs: nowMs + AWAY_RETRY_MS };
  const delayMs = reason === 'too-many' ? LAST_RETRY_MS : retryDelayMs(attempt, spread);
  return { kind: 'retrying', attempt: attempt + 1, transcode, retryAtMs: nowMs + delayMs, reason };
}
