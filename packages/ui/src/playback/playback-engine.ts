import type { Span } from '../timeline/lane.ts';
import { type FindRuns, findFootageBefore, findJump } from './footage-finder.ts';
import { createFrameStepper } from './frame-stepper.ts';
import { leaderOf } from './leader.ts';
import { createMasterClock } from './master-clock.ts';
import {
  createPanePlayer,
  type PaneFault,
  type PanePlayer,
  type PlaylistAsked,
  type PlaylistReply,
} from './pane-player.ts';
import { canPlayNatively, nextSpeed, shuttle } from './speeds.ts';
import { orderClock } from './steer.ts';

export interface PlaybackDeps {
  playlist(cameraId: string, asked: PlaylistAsked): Promise<PlaylistReply>;
  playlistPath(cameraId: string, asked: PlaylistAsked): string;
  needsTranscode(cameraId: string): boolean;
  /** How far apart the camera's pictures lie, where that is known. */
  frameSeconds(cameraId: string): number | undefined;
  /** Runs of any of the cameras, in order. */
  runsOf(cameraIds: readonly string[], range: Span, resolutionMs: number): Promise<readonly Span[]>;
  /** What a pane showed last, taken before its media is let go of. */
  keepPicture(cameraId: string, video: HTMLVideoElement, takenAtMs: number): void;
  token: () => string | undefined;
  origin: string;
  nowMs: () => number;
}

export type PaneView =
  | { kind: 'loading' }
  | { kind: 'playing'; isTranscoded: boolean }
  | { kind: 'gap' }
  | { kind: 'fault'; fault: PaneFault };

/** What the screen shows besides the pictures; a new object only when something in it changed. */
export interface PlaybackView {
  isPlaying: boolean;
  rate: number;
  /** Wants to play and waits for media. */
  isWaiting: boolean;
  /** Nothing was recorded after this moment. */
  isAtEnd: boolean;
  /** The clock is that of now; somebody else shows the pictures, and the panes rest. */
  isLive: boolean;
  /** Paused out of live and not moved since: what was seen last is the picture until its footage is there. */
  isHeld: boolean;
  panes: Readonly<Record<string, PaneView>>;
}

export interface Playback {
  view(): PlaybackView;
  subscribe(listener: () => void): () => void;
  atMs(): number;
  /** Called at every step of the clock, before the screen is painted. */
  onTick(listener: (atMs: number) => void): () => void;
  attach(cameraId: string, video: HTMLVideoElement): () => void;
  /** Softly: pictures come as fast as they can and none is cut short, for a hand that is still moving. */
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
  /** Where the next run of any pane begins, or the one before. */
  findRun(direction: 'next' | 'previous'): Promise<number | undefined>;
  /** Until something else is asked for: a moment, a pause, another speed. */
  goLive(): void;
  stop(): void;
}

/** The segment being written is not indexed; this far back there is footage of a camera that records. */
const LIVE_DELAY_MS = 14_000;
const STEER_EVERY_MS = 80;
const NEWEST_MS = 120_000;
const GETTING_GOING_MS = 600;
const LOOK_AGAIN_MS = 1_000;

export function createPlayback(deps: PlaybackDeps, startMs: number): Playback {
  const ticksMs = () => performance.now();
  const clock = createMasterClock(startMs, ticksMs);
  const panes = new Map<string, PanePlayer>();
  const listeners = new Set<() => void>();
  const tickers = new Set<(atMs: number) => void>();
  const stepper = createFrameStepper();
  let isPlaying = false;
  let isAtEnd = false;
  let isLive = false;
  let isHeld = false;
  let isUnderWay = false;
  let isPlaced = true;
  let waitingSinceMs = ticksMs();
  let startedMs = 0;
  let skip: { sinceMs: number } | undefined;
  let view: PlaybackView = { isPlaying, rate: 1, isWaiting: false, isAtEnd, isLive, isHeld, panes: {} };

  const paneView = (pane: PanePlayer, atMs: number): PaneView => {
    const fault = pane.fault();
    if (fault !== undefined) return { kind: 'fault', fault };
    const { hasFootage, isReady } = pane.standing(atMs);
    if (hasFootage === false) return { kind: 'gap' };
    return hasFootage === undefined || (!isReady && pane.shownMs() === undefined) || isFarOff(pane, atMs)
      ? { kind: 'loading' }
      : { kind: 'playing', isTranscoded: pane.isTranscoded() };
  };
  const isFarOff = (pane: PanePlayer, atMs: number) => {
    const shownMs = pane.shownMs();
    return shownMs !== undefined && pane.video.seeking && Math.abs(shownMs - atMs) > 2_000;
  };

  const publish = () => {
    const atMs = clock.atMs();
    const next: PlaybackView = {
      isPlaying,
      rate: clock.rate(),
      isWaiting: isPlaying && !isLive && !clock.isRunning() && ticksMs() - waitingSinceMs > 400,
      isAtEnd,
      isLive,
      isHeld,
      panes: Object.fromEntries([...panes].map(([id, pane]) => [id, paneView(pane, atMs)])),
    };
    if (JSON.stringify(next) === JSON.stringify(view)) return;
    view = next;
    for (const listener of listeners) listener();
  };

  const hold = () => {
    if (!clock.isRunning()) return;
    clock.hold();
    waitingSinceMs = ticksMs();
  };

  /** Where nobody has footage: on to where somebody has, or the end. */
  const skipGap = async () => {
    const mark = { sinceMs: clock.atMs() };
    skip = mark;
    const isBackwards = clock.rate() < 0;
    const target = await (isBackwards ? footageBefore(mark.sinceMs) : footageAfter(mark.sinceMs));
    if (skip !== mark) return;
    if (target === undefined) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    if (skip !== mark) return;
    skip = undefined;
    if (!isPlaying) return;
    if (target !== undefined) return seek(target);
    if (!isBackwards && deps.nowMs() - mark.sinceMs < NEWEST_MS) {
      // Who came here in a hurry has caught up with now; at its own pace footage is only a little late.
      if (clock.rate() > 1) goLive();
      return;
    }
    isPlaying = false;
    isAtEnd = !isBackwards;
    publish();
  };

  /** When the picture begins that a pane showed last. */
  const pictureMsOf = (pane: PanePlayer): number | undefined => {
    const seconds = stepper.pictureSeconds(pane.video);
    return seconds === undefined ? undefined : pane.momentOf(seconds);
  };
  /** Until a jump is over, the picture before it is seen. */
  const seenMsOf = (pane: PanePlayer): number | undefined => {
    const pictureMs = pane.video.seeking ? pictureMsOf(pane) : undefined;
    return pictureMs === undefined ? pane.shownMs() : pictureMs + stepper.frameMs() / 2;
  };
  const leaderNow = (seenMs: (pane: PanePlayer) => number | undefined) => {
    const atMs = clock.atMs();
    const seen = [...panes.values()].map((pane) => ({ pane, seenMs: seenMs(pane), ...pane.standing(atMs) }));
    return leaderOf(seen, { atMs, rate: clock.rate() });
  };

  const findRuns: FindRuns = (range, resolutionMs) => deps.runsOf([...panes.keys()], range, resolutionMs);
  const jumpTargetFrom = (atMs: number, direction: 'next' | 'previous') =>
    findJump(findRuns, { atMs, nowMs: deps.nowMs(), direction }).catch(() => undefined);
  const footageBefore = (atMs: number) => findFootageBefore(findRuns, atMs).catch(() => undefined);
  const footageAfter = async (atMs: number) => {
    const near = [...panes.values()].map((pane) => pane.nextFootage(atMs)).filter((at) => at !== undefined);
    // Everybody's reel says where it goes on; only then is the nearest of them the nearest of all.
    return near.length === panes.size ? Math.min(...near) : jumpTargetFrom(atMs, 'next');
  };

  /** Videos take a moment to get going: until then the clock follows the first of them, so that none has to catch up. */
  const letLead = () => {
    if (!clock.isRunning() || !canPlayNatively(clock.rate()) || ticksMs() - startedMs > GETTING_GOING_MS) return;
    const leader = [...panes.values()].find((pane) => pane.standing(clock.atMs()).isReady);
    const shownMs = leader?.shownMs();
    if (shownMs !== undefined && Math.abs(shownMs - clock.atMs()) < GETTING_GOING_MS * clock.rate())
      clock.seek(shownMs);
  };

  const steerAll = () => {
    if (isLive) return publish();
    const atMs = clock.atMs();
    if (isPlaying && !skip) {
      const standings = [...panes.values()].map((pane) => pane.standing(atMs));
      const order = orderClock(standings, { waitedMs: ticksMs() - waitingSinceMs, isUnderWay });
      if (order === 'run' && !clock.isRunning()) {
        clock.run();
        isUnderWay = true;
        isPlaced = false;
        startedMs = ticksMs();
      }
      if (order !== 'run') hold();
      if (order === 'skip') void skipGap();
    }
    letLead();
    const now = { atMs: clock.atMs(), rate: clock.rate(), isRunning: clock.isRunning() };
    for (const pane of panes.values()) pane.follow(now);
    publish();
  };

  const seek = (wantedMs: number, { isSoft = false } = {}) => {
    const atMs = Math.min(wantedMs, deps.nowMs());
    clock.hold();
    clock.seek(atMs);
    skip = undefined;
    isUnderWay = false;
    isPlaced = true;
    isAtEnd = false;
    isLive = false;
    isHeld = false;
    waitingSinceMs = ticksMs();
    for (const pane of panes.values()) if (!isSoft || !pane.video.seeking) pane.seek(atMs);
    tell();
    publish();
  };

  const tell = () => {
    const atMs = clock.atMs();
    for (const ticker of tickers) ticker(atMs);
  };

  const play = () => {
    if (isPlaying) return;
    isPlaying = true;
    isAtEnd = false;
    isHeld = false;
    isUnderWay = false;
    waitingSinceMs = ticksMs();
    steerAll();
  };
  /** What is seen is the moment that was paused at: the clock goes by the first picture, and the others by the clock. */
  const settle = () => {
    for (const pane of panes.values()) pane.rest();
    const leader = leaderNow(seenMsOf);
    if (leader) clock.seek(leader.seenMs);
    const isStanding = leader?.pane.video.seeking === false;
    isPlaced = !isStanding;
    for (const pane of panes.values()) if (pane !== leader?.pane || !isStanding) pane.seek(clock.atMs());
  };

  const pause = () => {
    if (!isPlaying) return;
    isPlaying = false;
    skip = undefined;
    clock.hold();
    if (isLive) {
      seek(deps.nowMs());
      isHeld = true;
    } else settle();
    steerAll();
    tell();
  };
  const setRate = (rate: number) => {
    // There is nothing ahead of now to hurry to; anything else begins with the newest footage.
    if (isLive && rate >= 1) return;
    if (isLive) seek(deps.nowMs() - LIVE_DELAY_MS);
    clock.setRate(rate);
    publish();
  };
  const goLive = () => {
    if (isLive) return;
    for (const pane of panes.values()) {
      deps.keepPicture(pane.cameraId, pane.video, pane.shownMs() ?? clock.atMs());
      pane.close();
    }
    skip = undefined;
    clock.hold();
    clock.setRate(1);
    clock.seek(deps.nowMs());
    isPlaying = true;
    isAtEnd = false;
    isLive = true;
    isHeld = false;
    tell();
    publish();
  };

  let steeredAtMs = 0;
  let frame = 0;
  const beat = () => {
    frame = requestAnimationFrame(beat);
    if (ticksMs() - steeredAtMs >= STEER_EVERY_MS) {
      steeredAtMs = ticksMs();
      steerAll();
    }
    if (isLive) {
      clock.seek(deps.nowMs());
      return tell();
    }
    // The clock must not run into time that has not come yet.
    if (clock.isRunning() && clock.atMs() > deps.nowMs()) seek(deps.nowMs() - LIVE_DELAY_MS);
    if (clock.isRunning()) tell();
  };
  frame = requestAnimationFrame(beat);

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    atMs: clock.atMs,
    onTick: (listener) => {
      tickers.add(listener);
      return () => tickers.delete(listener);
    },
    attach: (cameraId, video) => {
      const pane = createPanePlayer({
        cameraId,
        video,
        playlist: (asked) => deps.playlist(cameraId, asked),
        playlistPath: (asked) => deps.playlistPath(cameraId, asked),
        needsTranscode: () => deps.needsTranscode(cameraId),
        token: deps.token,
        origin: deps.origin,
        nowMs: deps.nowMs,
        onChange: publish,
      });
      panes.set(cameraId, pane);
      const leaveStepper = stepper.watch(video, () => deps.frameSeconds(cameraId));
      if (!isLive) pane.seek(clock.atMs());
      publish();
      return () => {
        leaveStepper();
        pane.close();
        if (panes.get(cameraId) === pane) panes.delete(cameraId);
        publish();
      };
    },
    seek,
    isSettled: () =>
      [...panes.values()].every((pane) => {
        const { hasFootage, isReady } = pane.standing(clock.atMs());
        return hasFootage === false || (isReady && !pane.video.seeking);
      }),
    play,
    pause,
    toggle: () => (isPlaying ? pause() : play()),
    setRate,
    changeSpeed: (direction) => setRate(nextSpeed(clock.rate(), direction)),
    shuttle: (direction) => {
      setRate(shuttle({ rate: clock.rate(), isPlaying }, direction));
      play();
    },
    step: (direction) => {
      const wasLive = isLive;
      pause();
      // Now is the newest picture there is, and none before it is recorded yet.
      if (wasLive) return;
      const pictureMs = leaderNow(pictureMsOf)?.seenMs;
      seek(stepper.target({ atMs: clock.atMs(), pictureMs, isPlaced, direction }));
    },
    findRun: (direction) => jumpTargetFrom(clock.atMs(), direction),
    goLive,
    stop: () => {
      cancelAnimationFrame(frame);
      for (const pane of panes.values()) pane.close();
      panes.clear();
      listeners.clear();
      tickers.clear();
    },
  };
}
