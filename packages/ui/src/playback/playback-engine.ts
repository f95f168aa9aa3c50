import type { LaneData } from '../timeline/lane.ts';
import type { TileRequest } from '../timeline/tile-store.ts';
import { createFrameStepper, type FrameStepper } from './frame-stepper.ts';
import { createListeners } from './listeners.ts';
import { createPaneFootage, type PaneFootage } from './pane-footage.ts';
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
  type PlaybackState,
} from './playback-state.ts';
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

/** The panes and the clock that they follow: what runs by itself between the commands of the user. */
export interface PlaybackEngine {
  readonly panes: ReadonlyMap<string, PanePlayer>;
  readonly stepper: FrameStepper;
  readonly footage: PaneFootage;
  state(): PlaybackState;
  atMs(): number;
  view(): PlaybackView;
  subscribe(listener: () => void): () => void;
  /** Called whenever the clock advances, before the screen is painted. */
  onTick(listener: (atMs: number) => void): () => void;
  attach(cameraId: string, video: HTMLVideoElement): () => void;
  /** Applies the decision of `nextPlayback`. */
  send(event: PlaybackEvent): void;
  /** Moves the panes to the clock; `isSoft` lets a seek in progress finish first. */
  seekPanes(options?: { isSoft?: boolean | undefined }): void;
  /** Lets the panes follow the clock now instead of at the next interval. */
  steer(): void;
  /** Reports the time of the clock. */
  tick(): void;
  /** Reports the view if it has changed. */
  publish(): void;
  stop(): void;
}

const LOOK_AGAIN_MS = 1_000;

export function createPlaybackEngine(deps: PlaybackDeps, startMs: number): PlaybackEngine {
  const ticksMs = () => performance.now();
  const panes = new Map<string, PanePlayer>();
  const viewed = createListeners();
  const ticked = createListeners<[atMs: number]>();
  const stepper = createFrameStepper();
  const footage = createPaneFootage({ panes, loadLanes: deps.loadLanes, nowMs: deps.nowMs });
  let state = initialPlayback(startMs, ticksMs());
  const atMs = () => clockMs(state, ticksMs());
  const viewNow = () => viewOf(state, panes, ticksMs());
  let view = viewNow();

  const publish = () => {
    const next = viewNow();
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    viewed.call();
  };
  const tick = () => ticked.call(atMs());

  const send = (event: PlaybackEvent) => {
    const before = state;
    state = nextPlayback(state, event, { tickMs: ticksMs(), nowMs: deps.nowMs() });
    const { mode } = state;
    if (mode === before.mode) return;
    loop.wake();
    if (mode.kind === 'live') for (const pane of panes.values()) releaseMedia(pane, deps, atMs());
    if (mode.kind === 'skipping') void skip(mode);
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
  const steer = () => {
    const at = atMs();
    const readiness = [...panes.values()].map((pane) => ({ pane, ...pane.readiness(at) }));
    const before = state;
    send({ kind: 'steer', readiness, firstShownMs: readiness.find(({ isReady }) => isReady)?.pane.shownMs() });
    // The clock had passed the present and was set back.
    if (state.isFromSeek && !before.isFromSeek) seekPanes();
    const clock = { atMs: atMs(), rate: state.clock.rate, isRunning: state.mode.kind === 'running' };
    if (state.mode.kind !== 'live') for (const pane of panes.values()) pane.follow(clock);
    publish();
  };

  const seekPanes: PlaybackEngine['seekPanes'] = ({ isSoft = false } = {}) => {
    for (const pane of panes.values()) if (!isSoft || !pane.video.seeking) pane.seek(atMs());
  };
  const loop = startSteering({
    isAdvancing: () => state.mode.kind === 'running' || state.mode.kind === 'live',
    steer,
    tick,
  });

  const attach: PlaybackEngine['attach'] = (cameraId, video) => {
    const pane = openPane(deps, { cameraId, video, onChange: publish });
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
  };

  return {
    panes,
    stepper,
    footage,
    state: () => state,
    atMs,
    view: () => view,
    subscribe: viewed.add,
    onTick: ticked.add,
    attach,
    send,
    seekPanes,
    steer,
    tick,
    publish,
    stop: () => {
      loop.stop();
      for (const pane of panes.values()) pane.close();
      panes.clear();
      viewed.clear();
      ticked.clear();
    },
  };
}

const viewOf = (state: PlaybackState, panes: ReadonlyMap<string, PanePlayer>, tickMs: number): PlaybackView => ({
  isPlaying: isPlaying(state),
  rate: state.clock.rate,
  isWaiting: isSeenWaiting(state, tickMs),
  isAtEnd: state.mode.kind === 'paused' && state.mode.because === 'at-end',
  isLive: state.mode.kind === 'live',
  isPausedFromLive: state.mode.kind === 'paused' && state.mode.because === 'from-live',
  panes: Object.fromEntries([...panes].map(([id, pane]) => [id, paneView(pane, clockMs(state, tickMs))])),
});

function releaseMedia(pane: PanePlayer, { keepPicture }: PlaybackDeps, atMs: number): void {
  keepPicture(pane.cameraId, pane.video, pane.shownMs() ?? atMs);
  pane.close();
}

const openPane = (
  deps: PlaybackDeps,
  { cameraId, video, onChange }: { cameraId: string; video: HTMLVideoElement; onChange: () => void },
): PanePlayer =>
  createPanePlayer({
    cameraId,
    video,
    playlist: (request) => deps.playlist(cameraId, request),
    playlistPath: (request) => deps.playlistPath(cameraId, request),
    needsTranscode: () => deps.needsTranscode(cameraId),
    token: deps.token,
    origin: deps.origin,
    nowMs: deps.nowMs,
    onChange,
  });
