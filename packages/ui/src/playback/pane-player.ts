import type { Span } from '../timeline/lane.ts';
import { type HlsSession, openHlsSession } from './hls-session.ts';
import { asGrowing } from './load-window.ts';
import {
  initialPane,
  mapOf,
  moveVideo,
  nextPane,
  type PaneEvent,
  type PaneFault,
  type PaneState,
  positionOf,
  readinessOf,
  shownMs,
  startPosition,
  type VideoFacts,
  type VideoMove,
} from './pane-state.ts';
import type { PaneReadiness } from './steer.ts';

/** The answer to a request for a playlist. */
export type PlaylistReply =
  | { kind: 'playlist'; text: string }
  | { kind: 'no-footage' }
  | { kind: 'gone' }
  | { kind: 'away' };

export interface PlaylistRequest {
  window: Span;
  /** Transcode to H.264, for a browser without a decoder for the recorded codec. */
  transcode: boolean;
}

export interface PaneDeps {
  cameraId: string;
  video: HTMLVideoElement;
  playlist(request: PlaylistRequest): Promise<PlaylistReply>;
  playlistPath(request: PlaylistRequest): string;
  /** Whether this browser is known to have no decoder for the recorded codec. */
  needsTranscode: () => boolean;
  token: () => string | undefined;
  origin: string;
  nowMs: () => number;
  onChange(): void;
}

export interface PanePlayer {
  cameraId: string;
  video: HTMLVideoElement;
  /** Shows the picture of a moment and loads its media if necessary. */
  seek(atMs: number): void;
  readiness(atMs: number): PaneReadiness;
  /** Follows the clock. */
  follow(clock: { atMs: number; rate: number; isRunning: boolean }): void;
  /** Pauses at the current position. */
  rest(): void;
  /** The displayed moment; undefined while nothing is displayed. */
  shownMs(): number | undefined;
  /** The moment of a media time. */
  momentOf(mediaSeconds: number): number | undefined;
  nextFootage(atMs: number): number | undefined;
  fault(): PaneFault | undefined;
  isTranscoded(): boolean;
  close(): void;
}

/** Faster than any pane that catches up. */
const HURRY_RATE = 1.5;

/** Applies the decisions of `nextPane` and `moveVideo`: opens and closes media, and moves the video element. */
export function createPanePlayer(deps: PaneDeps): PanePlayer {
  const { video, nowMs } = deps;
  let state: PaneState = initialPane(deps.needsTranscode());
  let session: HlsSession | undefined;

  const send = (event: PaneEvent) => {
    const before = state;
    state = nextPane(state, event, nowMs());
    if (state.request !== before.request || state.loading.kind === 'failed') {
      session?.close();
      session = undefined;
    }
    if (state.request !== before.request && state.loading.kind === 'asking') void open(state.loading.window);
    if (state.loading !== before.loading && state.loading.kind !== 'nothing' && state.loading.kind !== 'asking')
      deps.onChange();
  };

  const open = async (window: Span) => {
    const { request, transcode } = state;
    const isCurrent = () => request === state.request;
    const sendCurrent = (event: PaneEvent) => {
      if (isCurrent()) send(event);
    };
    const ask = async () => {
      const reply = await deps.playlist({ window, transcode });
      if (reply.kind !== 'playlist') return reply;
      return window.endMs > nowMs() ? { ...reply, text: asGrowing(reply.text) } : reply;
    };
    const first = await ask();
    if (first.kind === 'gone' || first.kind === 'away') return sendCurrent({ kind: 'refused', fault: first.kind });
    if (first.kind === 'no-footage') return sendCurrent({ kind: 'no-footage' });
    if (!isCurrent()) return;
    let prefetched: string | undefined = first.text;
    const opened = await openHlsSession({
      video,
      origin: deps.origin,
      path: deps.playlistPath({ window, transcode }),
      token: deps.token,
      playlist: async () => {
        const text = prefetched;
        prefetched = undefined;
        if (text !== undefined) return text;
        const again = await ask();
        if (again.kind !== 'playlist') throw new Error(again.kind);
        return again.text;
      },
      startAt: (map) => startPosition(map, state.wantedMs),
      onMap: (map) => sendCurrent({ kind: 'mapped', map }),
      onFailure: (failure) => sendCurrent({ kind: 'failed', failure }),
    });
    // Another moment may have been requested meanwhile, or loading may have failed.
    if (isCurrent() && state.loading.kind !== 'failed') session = opened;
    else opened?.close();
  };

  const carryOut = (move: VideoMove, rate: number) => {
    if ((move.kind === 'pause' || move.kind === 'show') && !video.paused) video.pause();
    if (move.kind === 'show' || move.kind === 'jump') video.currentTime = move.positionS;
    if (move.kind === 'jump') send({ kind: 'jumped', rate });
    if (move.kind === 'play' && video.playbackRate !== move.playbackRate) video.playbackRate = move.playbackRate;
    if ((move.kind === 'play' || move.kind === 'jump') && video.paused) void video.play().catch(() => undefined);
  };

  return {
    cameraId: deps.cameraId,
    video,
    seek: (atMs) => {
      send({ kind: 'want', atMs });
      const position = positionOf(state, factsOf(video), atMs);
      if (position === undefined || video.readyState === 0) return;
      if (Math.abs(video.currentTime - position) > 0.001) video.currentTime = position;
    },
    readiness: (atMs) => readinessOf(state, factsOf(video), atMs),
    follow: (clock) => {
      const { request } = state;
      send({ kind: 'want', atMs: clock.atMs });
      if (state.request === request) carryOut(moveVideo(state, factsOf(video), clock), clock.rate);
    },
    rest: () => {
      // At high speed a browser drops frames and may pause on a picture of another position; seeking in place corrects it.
      if (!video.paused && video.playbackRate > HURRY_RATE) video.currentTime += 0;
      if (!video.paused) video.pause();
    },
    shownMs: () => shownMs(state, factsOf(video)),
    momentOf: (mediaSeconds) => mapOf(state)?.toWall(mediaSeconds),
    nextFootage: (atMs) => mapOf(state)?.nextFootage(atMs),
    fault: () => (state.loading.kind === 'failed' ? state.loading.fault : undefined),
    isTranscoded: () => state.transcode,
    close: () => {
      send({ kind: 'closed' });
      if (!video.paused) video.pause();
      video.removeAttribute('src');
      video.load();
    },
  };
}

const factsOf = (video: HTMLVideoElement): VideoFacts => ({
  currentTime: video.currentTime,
  readyState: video.readyState,
  isSeeking: video.seeking,
  isPaused: video.paused,
  playbackRate: video.playbackRate,
  buffered: Array.from({ length: video.buffered.length }, (_, range) => ({
    startS: video.buffered.start(range),
    endS: video.buffered.end(range),
  })),
});
