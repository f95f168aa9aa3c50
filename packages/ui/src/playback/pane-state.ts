import type { Span } from '../timeline/lane.ts';
import type { MediaMap } from './media-map.ts';
import { isOnReel, reelWindow } from './reel-window.ts';
import { canPlayNatively } from './speeds.ts';
import { type PaneStanding, steer } from './steer.ts';

/** Why a pane has no picture although there may be footage. */
export type PaneFault =
  /** The camera was removed, or is not shown to this person any more. */
  | 'gone'
  /** No answer: tried again until there is one. */
  | 'away'
  /** This browser has no decoder for what the camera recorded. */
  | 'cannot-play';

type Loading =
  | { kind: 'nothing' }
  | { kind: 'asking'; window: Span }
  | { kind: 'loaded'; window: Span; map: MediaMap; askedAtMs: number }
  | { kind: 'failed'; window: Span; fault: PaneFault; atMs: number };

export interface PaneState {
  loading: Loading;
  /** Grows with every request for media; what an older one brings is too late. */
  request: number;
  askedAtMs: number;
  wantedMs: number;
  /** Footage is converted to H.264 on the way, for a browser without a decoder for what was recorded. */
  transcode: boolean;
  /** When the picture last had to jump to keep up. */
  jumpedAtMs: readonly number[];
  /** From this speed on the decoder does not keep up, and pictures are shown one by one. */
  strainedAtRate: number;
}

export type PaneEvent =
  | { kind: 'want'; atMs: number }
  /** The playlist is empty: nothing was recorded in its window. */
  | { kind: 'no-footage' }
  | { kind: 'refused'; fault: 'gone' | 'away' }
  | { kind: 'mapped'; map: MediaMap }
  | { kind: 'failed'; failure: 'cannot-play' | 'interrupted' }
  /** Too far from the clock to catch up, so the picture jumps. */
  | { kind: 'jumped'; rate: number }
  | { kind: 'closed' };

const RETRY_MS = 2_000;
/** A window without footage at its end is looked at again: the present moves on. */
const LOOK_AGAIN_MS = 5_000;
/** Jumps in so short a time mean that the decoder does not keep up with the speed. */
const STRAIN_MS = 4_000;
const STRAIN_JUMPS = 3;

export const initialPane = (transcode: boolean): PaneState => ({
  loading: { kind: 'nothing' },
  request: 0,
  askedAtMs: 0,
  wantedMs: 0,
  transcode,
  jumpedAtMs: [],
  strainedAtRate: Number.POSITIVE_INFINITY,
});

/** What becomes of a pane when something happens. A new `request` means that other media has to be opened. */
export function nextPane(state: PaneState, event: PaneEvent, nowMs: number): PaneState {
  const { loading } = state;
  switch (event.kind) {
    case 'want': {
      const wanting = state.wantedMs === event.atMs ? state : { ...state, wantedMs: event.atMs };
      return isStale(wanting, nowMs) ? asking(wanting, nowMs) : wanting;
    }
    case 'closed':
      return { ...state, loading: { kind: 'nothing' }, request: state.request + 1 };
    case 'jumped': {
      const jumpedAtMs = [...state.jumpedAtMs.filter((at) => nowMs - at < STRAIN_MS), nowMs];
      const isStrained = event.rate > 2 && jumpedAtMs.length >= STRAIN_JUMPS;
      return {
        ...state,
        jumpedAtMs,
        strainedAtRate: isStrained ? Math.min(state.strainedAtRate, event.rate) : state.strainedAtRate,
      };
    }
  }
  if (loading.kind === 'nothing' || loading.kind === 'failed') return state;
  const { window } = loading;
  const fail = (fault: PaneFault): PaneState => ({
    ...state,
    loading: { kind: 'failed', window, fault, atMs: nowMs },
  });
  switch (event.kind) {
    case 'no-footage':
      return { ...state, loading: { kind: 'loaded', window, map: NO_MEDIA, askedAtMs: state.askedAtMs } };
    case 'mapped':
      return { ...state, loading: { kind: 'loaded', window, map: event.map, askedAtMs: state.askedAtMs } };
    case 'refused':
      return fail(event.fault);
    case 'failed':
      if (event.failure === 'interrupted') return fail('away');
      return state.transcode ? fail('cannot-play') : asking({ ...state, transcode: true }, nowMs);
  }
}

const asking = (state: PaneState, nowMs: number): PaneState => ({
  ...state,
  loading: { kind: 'asking', window: reelWindow(state.wantedMs) },
  request: state.request + 1,
  askedAtMs: nowMs,
});

function isStale({ loading, wantedMs }: PaneState, nowMs: number): boolean {
  if (loading.kind === 'nothing' || !isOnReel(loading.window, wantedMs)) return true;
  if (loading.kind === 'failed') return loading.fault === 'away' && nowMs - loading.atMs > RETRY_MS;
  // Without any footage there is no player that would ask again.
  return (
    loading.kind === 'loaded' &&
    loading.map === NO_MEDIA &&
    loading.window.endMs > loading.askedAtMs &&
    nowMs - loading.askedAtMs > LOOK_AGAIN_MS
  );
}

const NO_MEDIA: MediaMap = {
  toMedia: () => undefined,
  toWall: () => undefined,
  runEnd: () => undefined,
  nextFootage: () => undefined,
};

/** A video element as far as decisions about it go. */
export interface VideoFacts {
  currentTime: number;
  readyState: number;
  isSeeking: boolean;
  isPaused: boolean;
  playbackRate: number;
  buffered: readonly { startS: number; endS: number }[];
}

export type VideoMove =
  | { kind: 'none' }
  | { kind: 'pause' }
  /** Stands still at a position. */
  | { kind: 'show'; positionS: number }
  | { kind: 'play'; playbackRate: number }
  | { kind: 'jump'; positionS: number };

const ASTRAY_S = 0.7;
const END_OF_RUN_MS = 600;
const FIRST_S = 0.03;
const UNSAFE_END_S = 0.4;

export const mapOf = ({ loading }: PaneState): MediaMap | undefined =>
  loading.kind === 'loaded' ? loading.map : undefined;

/** The moment a video stands at; undefined while it shows nothing. */
export const shownMs = (state: PaneState, { readyState, currentTime }: VideoFacts): number | undefined =>
  readyState >= 2 ? mapOf(state)?.toWall(currentTime) : undefined;

/**
 * Where the video has to be for a moment. hls.js loads nothing for the very beginning of a list that still grows, and at the
 * very end of a run one track may be over before the other: a jump there would wait for media that never comes, unless it is
 * here already.
 */
export function positionOf(state: PaneState, { buffered }: VideoFacts, atMs: number): number | undefined {
  const map = mapOf(state);
  const position = map?.toMedia(atMs);
  if (map === undefined || position === undefined) return undefined;
  const isBuffered = buffered.some(({ startS, endS }) => startS <= position && position < endS - 0.02);
  const safeEnd = (map.runEnd(atMs) ?? position) - UNSAFE_END_S;
  return Math.max(FIRST_S, isBuffered ? position : Math.min(position, safeEnd));
}

/** Where to begin when media is opened. In a gap the video waits where footage goes on, so that it is there in time. */
export function startPosition(map: MediaMap, atMs: number): number {
  const next = map.nextFootage(atMs);
  return Math.max(FIRST_S, map.toMedia(atMs) ?? (next === undefined ? undefined : map.toMedia(next)) ?? 0);
}

export function standingOf(state: PaneState, video: VideoFacts, atMs: number): PaneStanding {
  const { loading } = state;
  if (loading.kind === 'failed') return { hasFootage: loading.fault === 'away' ? undefined : false, isReady: false };
  const map = mapOf(state);
  if (!map) return { hasFootage: undefined, isReady: false };
  const hasFootage = map.toMedia(atMs) !== undefined;
  // Just before a hole there is nothing more to wait for.
  const leastState = map.toMedia(atMs + END_OF_RUN_MS) === undefined ? 2 : 3;
  return { hasFootage, isReady: hasFootage && !video.isSeeking && video.readyState >= leastState };
}

/** How a video keeps up with the clock. */
export function moveVideo(
  state: PaneState,
  video: VideoFacts,
  { atMs, rate, isRunning }: { atMs: number; rate: number; isRunning: boolean },
): VideoMove {
  const positionS = positionOf(state, video, atMs);
  if (positionS === undefined || video.readyState === 0) return { kind: 'pause' };
  if (!isRunning) {
    // The media came after the last jump, or the player has moved over a hole.
    const isAstray = !video.isSeeking && Math.abs(video.currentTime - positionS) > ASTRAY_S;
    return isAstray ? { kind: 'show', positionS } : { kind: 'pause' };
  }
  // Picture by picture, each as soon as the one before is there.
  if (!canPlayNatively(rate) || rate >= state.strainedAtRate)
    return video.isSeeking ? { kind: 'pause' } : { kind: 'show', positionS };
  const pane = {
    shownMs: mapOf(state)?.toWall(video.currentTime),
    isReady: video.readyState >= 3,
    isSeeking: video.isSeeking,
  };
  const steering = steer(pane, atMs, rate);
  if (steering.kind === 'wait') return { kind: 'none' };
  return steering.kind === 'seek' ? { kind: 'jump', positionS } : { kind: 'play', playbackRate: steering.playbackRate };
}
