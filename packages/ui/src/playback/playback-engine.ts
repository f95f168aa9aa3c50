import type { LaneData } from '../timeline/lane.ts';
import type { TileRequest } from '../timeline/tile-store.ts';
import { createFrameStepper, type FrameStepper } from './frame-stepper.ts';
import { leaderOf } from './leader.ts';
import { createPaneFootage } from './pane-footage.ts';
import { createPanePlayer, type PanePlayer, type PlaylistReply, type PlaylistRequest } from './pane-player.ts';
import { type PaneView, paneView } from './pane-view.ts';
import {
  clockMs,
  initialPlayback,
  isPlaying,
  isSeenWaiting,
  nextPlayback,
  type PlaybackEvent,
  type PlaybackMode,
} from './playback-state.ts';
import { pictureMsOf, seenMsOf } from './shown-moment.ts';
import { nextSpeed, shuttle } from './speeds.ts';
import { startSteering } from './steering-loop.ts';

export interface PlaybackDeps {
  playlist(cameraId: string, request: PlaylistRequest): Promise<PlaylistReply>;
  playlistPath(cameraId: string, request: PlaylistRequest): string;
  needsTranscode(cameraId: string): boolean;
  /** The camera's frame interval, where known. */
  frameSeconds(cameraId: string): number | undefined;
  /** The recorded footage of each camera. */
  loadLanes(request: TileRequest): Promise<ReadonlyMap<string, LaneData>>;
  /** Saves the last picture of a pane before its media is released. */
  keepPicture(cameraId: string, video: HTMLVideoElement, takenAtMs: number): void;
  token: () => string | undefined;
  origin: string;
  nowMs: () => number;
}

/** What the screen shows besides the pictures; a new object only when something changed. */
export interface PlaybackView {
  isPlaying: boolean;
  rate: number;
  /** Wants to play and waits for media. */
  isWaiting: boolean;
  /** Nothing was recorded after this moment. */
  isAtEnd: boolean;
  /** The clock shows the present; live players replace the paused panes. */
  isLive: boolean;
  /** Paused from live and not moved since: the last live picture stays until its footage is available. */
  isPausedFromLive: boolean;
  panes: Readonly<Record<string, PaneView>>;
}

export interface Playback {
  view(): PlaybackView;
  subscribe(listener: () => void): () => void;
  atMs(): number;
  /** Called whenever the clock advances, before the screen is painted. */
  onTick(listener: (atMs: number) => void): () => void;
  attach(cameraId: string, video: HTMLVideoElement): () => void;
  /** `isSoft` lets a seek in progress finish first, for a pointer that is still moving. */
  seek(atMs: number, options?: { isSoft?: boolean }): void;
  /** Whether all panes show this moment, or have nothing to show. */
  isSettled(): boolean;
  play(): void;
  pause(): void;
  toggle(): void;
  setRate(rate: number): void;
  changeSpeed(direction: 'faster' | 'slower'): void;
  shuttle(direction: 1 | -1): void;
  step(direction: 1 | -1): void;
  /** Start of the next or previous run of any pane. */
  findRun(direction: 'next' | 'previous'): Promise<number | undefined>;
  /** Ends with a seek, a pause or another speed. */
  goLive(): void;
  stop(): void;
}

const LOOK_AGAIN_MS = 1_000;

/** Applies the decisions of `nextPlayback`, with one player per camera. */
export function createPlayback(deps: PlaybackDeps, startMs: number): Playback {
  const ticksMs = () => performance.now();
  const panes = new Map<string, PanePlayer>();
  const listeners = new Set<() => void>();
  const tickers = new Set<(atMs: number) => void>();
  const stepper = createFrameStepper();
  const footage = createPaneFootage({ panes, loadLanes: deps.loadLanes, nowMs: deps.nowMs });
  let state = initialPlayback(startMs, ticksMs());
  const atMs = () => clockMs(state, ticksMs());
  const viewNow = (): PlaybackView => ({
    isPlaying: isPlaying(state),
    rate: state.clock.rate,
    isWaiting: isSeenWaiting(state, ticksMs()),
    isAtEnd: state.mode.kind === 'paused' && state.mode.because === 'at-end',
    isLive: state.mode.kind === 'live',
    isPausedFromLive: state.mode.kind === 'paused' && state.mode.because === 'from-live',
    panes: Object.fromEntries([...panes].map(([id, pane]) => [id, paneView(pane, atMs())])),
  });
  let view = viewNow();

  const publish = () => {
    const next = viewNow();
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    for (const listener of listeners) listener();
  };
  const tick = () => {
    const at = atMs();
    for (const ticker of tickers) ticker(at);
  };

  const send = (event: PlaybackEvent) => {
    const before = state;
    state = nextPlayback(state, event, { tickMs: ticksMs(), nowMs: deps.nowMs() });
    const { mode } = state;
    if (mode === before.mode) return;
    loop.wake();
    if (mode.kind === 'live') releaseMedia();
    if (mode.kind === 'skipping') void skip(mode);
  };
  const releaseMedia = () => {
    for (const pane of panes.values()) {
      deps.keepPicture(pane.cameraId, pane.video, pane.shownMs() ?? atMs());
      pane.close();
    }
  };

  /** Skips time without footage of any camera, to the next footage or the end. */
  const skip = async (mode: Extract<PlaybackMode, { kind: 'skipping' }>) => {
    const isWanted = () => state.mode === mode;
    const targetMs = await (mode.isBackwards ? footage.before(mode.fromMs) : footage.after(mode.fromMs));
    if (isWanted() && targetMs === undefined) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    if (!isWanted()) return;
    send({ kind: 'footage-found', targetMs });
    if (targetMs !== undefined) seekPanes();
    tick();
    publish();
  };
  /** The pane whose picture decides where to pause or step from. */
  const leaderNow = (momentOf: (pane: PanePlayer, stepper: FrameStepper) => number | undefined) => {
    const at = atMs();
    const seen = [...panes.values()].map((pane) => ({ pane, seenMs: momentOf(pane, stepper), ...pane.readiness(at) }));
    return leaderOf(seen, { atMs: at, rate: state.clock.rate });
  };

  const steerAll = () => {
    const at = atMs();
    const readiness = [...panes.values()].map((pane) => ({ pane, ...pane.readiness(at) }));
    const before = state;
    send({ kind: 'steer', readiness, firstShownMs: readiness.find(({ isReady }) => isReady)?.pane.shownMs() });
    // The clock had passed the present and was set back.
    if (state.isFromSeek && !before.isFromSeek) seekPanes();
    const isRunning = state.mode.kind === 'running';
    const clock = { atMs: atMs(), rate: state.clock.rate, isRunning };
    if (state.mode.kind !== 'live') for (const pane of panes.values()) pane.follow(clock);
    publish();
  };

  const seekPanes = ({ isSoft = false } = {}) => {
    for (const pane of panes.values()) if (!isSoft || !pane.video.seeking) pane.seek(atMs());
  };
  const seek: Playback['seek'] = (wantedMs, options) => {
    send({ kind: 'seek', atMs: wantedMs });
    seekPanes(options);
    tick();
    publish();
  };
  const play = () => {
    if (isPlaying(state)) return;
    send({ kind: 'play' });
    steerAll();
  };
  /** Pauses at the displayed moment: the clock is set to the leading pane, and the other panes to the clock. */
  const pause = () => {
    if (!isPlaying(state)) return;
    if (state.mode.kind === 'live') {
      send({ kind: 'pause', leader: undefined });
      seekPanes();
    } else {
      for (const pane of panes.values()) pane.rest();
      const leader = leaderNow(seenMsOf);
      const isAtRest = leader?.pane.video.seeking === false;
      send({ kind: 'pause', leader: leader && { seenMs: leader.seenMs, isAtRest } });
      for (const pane of panes.values()) if (pane !== leader?.pane || !isAtRest) pane.seek(atMs());
    }
    steerAll();
    tick();
  };
  const setRate = (rate: number) => {
    const wasLive = state.mode.kind === 'live';
    send({ kind: 'set-rate', rate });
    if (wasLive && state.mode.kind !== 'live') {
      seekPanes();
      tick();
    }
    publish();
  };

  const loop = startSteering({
    isAdvancing: () => state.mode.kind === 'running' || state.mode.kind === 'live',
    steer: steerAll,
    tick,
  });

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    atMs,
    onTick: (listener) => {
      tickers.add(listener);
      return () => tickers.delete(listener);
    },
    attach: (cameraId, video) => {
      const pane = createPanePlayer({
        cameraId,
        video,
        playlist: (request) => deps.playlist(cameraId, request),
        playlistPath: (request) => deps.playlistPath(cameraId, request),
        needsTranscode: () => deps.needsTranscode(cameraId),
        token: deps.token,
        origin: deps.origin,
        nowMs: deps.nowMs,
        onChange: publish,
      });
      panes.set(cameraId, pane);
      const unwatch = stepper.watch(video, () => deps.frameSeconds(cameraId));
      if (state.mode.kind !== 'live') pane.seek(atMs());
      publish();
      return () => {
        unwatch();
        pane.close();
        if (panes.get(cameraId) === pane) panes.delete(cameraId);
        publish();
      };
    },
    seek,
    isSettled: () =>
      [...panes.values()].every((pane) => {
        const { hasFootage, isReady } = pane.readiness(atMs());
        return hasFootage === false || (isReady && !pane.video.seeking);
      }),
    play,
    pause,
    toggle: () => (isPlaying(state) ? pause() : play()),
    setRate,
    changeSpeed: (direction) => setRate(nextSpeed(state.clock.rate, direction)),
    shuttle: (direction) => {
      setRate(shuttle({ rate: state.clock.rate, isPlaying: isPlaying(state) }, direction));
      play();
    },
    step: (direction) => {
      const wasLive = state.mode.kind === 'live';
      pause();
      // The pictures just before the present are not recorded yet.
      if (wasLive) return;
      const pictureMs = leaderNow(pictureMsOf)?.seenMs;
      seek(stepper.target({ atMs: atMs(), pictureMs, isFromSeek: state.isFromSeek, direction }));
    },
    findRun: (direction) => footage.jumpFrom(atMs(), direction),
    goLive: () => {
      send({ kind: 'go-live' });
      tick();
      publish();
    },
    stop: () => {
      loop.stop();
      for (const pane of panes.values()) pane.close();
      panes.clear();
      listeners.clear();
      tickers.clear();
    },
  };
}
