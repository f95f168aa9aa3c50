import type { Span } from '../timeline/lane.ts';
import type { HlsFailure } from './hls-session.ts';
import { isInLoadWindow, loadWindow } from './load-window.ts';
import type { MediaMap } from './media-map.ts';
import { canPlayNatively } from './speeds.ts';
import { type PaneReadiness, steer } from './steer.ts';

/** Why a pane has no picture although there may be footage. */
export type PaneFault =
  /** The camera was removed, or this user no longer has access. */
  | 'gone'
  /** No response; retried. */
  | 'away'
  /** The server answers, but cannot read the files, for example because a disk is missing; retried. */
  | 'unreadable'
  /** This browser has no decoder for the recorded codec. */
  | 'cannot-play';

type Loading =
  | { kind: 'nothing' }
  | { kind: 'asking'; window: Span }
  | { kind: 'loaded'; window: Span; map: MediaMap; askedAtMs: number }
  | { kind: 'failed'; window: Span; fault: PaneFault; atMs: number };

export interface PaneState {
  loading: Loading;
  /** Number of the latest request for media; results of older ones are ignored. */
  request: number;
  askedAtMs: number;
  wantedMs: number;
  /** Footage is transcoded to H.264, for a browser without a decoder for the recorded codec. */
  transcode: boolean;
  /** Recent jumps that were needed to keep up. */
  jumpedAtMs: readonly number[];
  /** From this speed the decoder cannot keep up, and pictures are shown one by one. */
  strainedAtRate: number;
}

export type PaneEvent =
  | { kind: 'want'; atMs: number }
  /** The playlist is empty: nothing was recorded in its window. */
  | { kind: 'no-footage' }
  | { kind: 'refused'; fault: 'gone' | 'away' }
  | { kind: 'mapped'; map: MediaMap }
  | { kind: 'failed'; failure: HlsFailure }
  /** Jumped, because it was too far from the clock to catch up. */
  | { kind: 'jumped'; rate: number }
  | { kind: 'closed' };

const RETRIED: readonly PaneFault[] = ['away', 'unreadable'];
const RETRY_MS = 2_000;
/** A window without footage that reaches the present is checked again. */
const RECHECK_MS = 5_000;
/** Several jumps within this time mean that the decoder cannot keep up with the speed. */
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

/** The pane after an event. A new `request` means that other media has to be opened. */
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
      if (event.failure === 'unreadable') return fail('unreadable');
      return state.transcode ? fail('cannot-play') : asking({ ...state, transcode: true }, nowMs);
  }
}

const asking = (state: PaneState, nowMs: number): PaneState => ({
  ...state,
  loading: { kind: 'asking', window: loadWindow(state.wantedMs) },
  request: state.request + 1,
  askedAtMs: nowMs,
});

function isStale({ loading, wantedMs }: PaneState, nowMs: number): boolean {
  if (loading.kind === 'nothing' || !isInLoadWindow(loading.window, wantedMs)) return true;
  if (loading.kind === 'failed') return RETRIED.includes(loading.fault) && nowMs - loading.atMs > RETRY_MS;
  // Without footage there is no player that would refresh the playlist.
  return (
    loading.kind === 'loaded' &&
    loading.map === NO_MEDIA &&
    loading.window.endMs > loading.askedAtMs &&
    nowMs - loading.askedAtMs > RECHECK_MS
  );
}

const NO_MEDIA: MediaMap = {
  toMedia: () => undefined,
  toWall: () => undefined,
  stretchEnd: () => undefined,
  nextFootage: () => undefined,
};

/** The state of a video element that decisions depend on. */
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
  /** Pauses at a position. */
  | { kind: 'show'; positionS: number }
  | { kind: 'play'; playbackRate: number }
  | { kind: 'jump'; positionS: number };

const OFF_POSITION_S = 0.7;
const END_OF_RUN_MS = 600;
const FIRST_S = 0.03;
const UNSAFE_END_S = 0.4;

export const mapOf = ({ loading }: PaneState): MediaMap | undefined =>
  loading.kind === 'loaded' ? loading.map : undefined;

/** The displayed moment; undefined while nothing is displayed. */
export const shownMs = (state: PaneState, { readyState, currentTime }: VideoFacts): number | undefined =>
  readyState >= 2 ? mapOf(state)?.toWall(currentTime) : undefined;

/**
 * The video's position for a moment. hls.js loads nothing at the very start of a growing playlist, and at the very end of a
 * stretch one track may end before the other: a seek there would wait for media that never arrives, unless it is buffered
 * already.
 */
export function positionOf(state: PaneState, { buffered }: VideoFacts, atMs: number): number | undefined {
  const map = mapOf(state);
  const position = map?.toMedia(atMs);
  if (map === undefined || position === undefined) return undefined;
  const isBuffered = buffered.some(({ startS, endS }) => startS <= position && position < endS - 0.02);
  const safeEnd = (map.stretchEnd(atMs) ?? position) - UNSAFE_END_S;
  return Math.max(FIRST_S, isBuffered ? position : Math.min(position, safeEnd));
}

/** Start position of newly opened media. In a gap the video waits at the next footage, so that it is loaded in time. */
export function startPosition(map: MediaMap, atMs: number): number {
  const next = map.nextFootage(atMs);
  return Math.max(FIRST_S, map.toMedia(atMs) ?? (next === undefined ? undefined : map.toMedia(next)) ?? 0);
}

export function readinessOf(state: PaneState, video: VideoFacts, atMs: number): PaneReadiness {
  const { loading } = state;
  if (loading.kind === 'failed') return { hasFootage: loading.fault === 'away' ? undefined : false, isReady: false };
  const map = mapOf(state);
  if (!map) return { hasFootage: undefined, isReady: false };
  const hasFootage = map.toMedia(atMs) !== undefined;
  // Just before a hole there is no further media to wait for.
  const minReadyState = map.toMedia(atMs + END_OF_RUN_MS) === undefined ? 2 : 3;
  return { hasFootage, isReady: hasFootage && !video.isSeeking && video.readyState >= minReadyState };
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
    // The media arrived after the last seek, or hls.js skipped a hole.
    const isOffPosition = !video.isSeeking && Math.abs(video.currentTime - positionS) > OFF_POSITION_S;
    return isOffPosition ? { kind: 'show', positionS } : { kind: 'pause' };
  }
  // Picture by picture, each as soon as the previous one is displayed.
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
