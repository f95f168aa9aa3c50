import type { Span } from '../timeline/lane.ts';
import { openReel, type Reel } from './hls-reel.ts';
import {
  initialPane,
  mapOf,
  moveVideo,
  nextPane,
  type PaneEvent,
  type PaneFault,
  type PaneState,
  positionOf,
  shownMs,
  standingOf,
  startPosition,
  type VideoFacts,
  type VideoMove,
} from './pane-state.ts';
import { asGrowing } from './reel-window.ts';
import type { PaneStanding } from './steer.ts';

/** The answer to a request for a playlist. */
export type PlaylistReply =
  | { kind: 'playlist'; text: string }
  | { kind: 'no-footage' }
  | { kind: 'gone' }
  | { kind: 'away' };

export interface PlaylistAsked {
  window: Span;
  /** Converted to H.264 on the way, for a browser without a decoder for what was recorded. */
  transcode: boolean;
}

export interface PaneDeps {
  cameraId: string;
  video: HTMLVideoElement;
  playlist(asked: PlaylistAsked): Promise<PlaylistReply>;
  playlistPath(asked: PlaylistAsked): string;
  /** Known in advance that this browser has no decoder for it. */
  needsTranscode: () => boolean;
  token: () => string | undefined;
  origin: string;
  nowMs: () => number;
  onChange(): void;
}

export interface PanePlayer {
  cameraId: string;
  video: HTMLVideoElement;
  /** Brings the picture of a moment; its media is loaded where it is not there yet. */
  seek(atMs: number): void;
  standing(atMs: number): PaneStanding;
  /** Keeps in step with the clock. */
  follow(clock: { atMs: number; rate: number; isRunning: boolean }): void;
  /** Stops where it is. */
  rest(): void;
  /** The moment it stands at; undefined while it shows nothing. */
  shownMs(): number | undefined;
  /** The moment of a place in its media. */
  momentOf(mediaSeconds: number): number | undefined;
  nextFootage(atMs: number): number | undefined;
  fault(): PaneFault | undefined;
  isTranscoded(): boolean;
  close(): void;
}

/** Faster than a pane that only catches up. */
const HURRY_RATE = 1.5;

/** Carries out what `nextPane` and `moveVideo` decide: opens and closes media, and moves the video element. */
export function createPanePlayer(deps: PaneDeps): PanePlayer {
  const { video, nowMs } = deps;
  let state: PaneState = initialPane(deps.needsTranscode());
  let reel: Reel | undefined;

  const send = (event: PaneEvent) => {
    const before = state;
    state = nextPane(state, event, nowMs());
    if (state.request !== before.request || state.loading.kind === 'failed') {
      reel?.close();
      reel = undefined;
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
    let inHand: string | undefined = first.text;
    const opened = await openReel({
      video,
      origin: deps.origin,
      path: deps.playlistPath({ window, transcode }),
      token: deps.token,
      playlist: async () => {
        const text = inHand;
        inHand = undefined;
        if (text !== undefined) return text;
        const again = await ask();
        if (again.kind !== 'playlist') throw new Error(again.kind);
        return again.text;
      },
      startAt: (map) => startPosition(map, state.wantedMs),
      onMap: (map) => sendCurrent({ kind: 'mapped', map }),
      onFailure: (failure) => sendCurrent({ kind: 'failed', failure }),
    });
    // Meanwhile another moment may be wanted, or it may have failed.
    if (isCurrent() && state.loading.kind !== 'failed') reel = opened;
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
    standing: (atMs) => standingOf(state, factsOf(video), atMs),
    follow: (clock) => {
      const { request } = state;
      send({ kind: 'want', atMs: clock.atMs });
      if (state.request === request) carryOut(moveVideo(state, factsOf(video), clock), clock.rate);
    },
    rest: () => {
      // In a hurry a browser leaves pictures out, and may stop with one that is not of where it stands: it has to look again.
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
