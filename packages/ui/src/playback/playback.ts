import type { FrameStepper } from './frame-stepper.ts';
import { leaderOf } from './leader.ts';
import type { PanePlayer } from './pane-player.ts';
import { createPlaybackEngine, type PlaybackDeps, type PlaybackEngine } from './playback-engine.ts';
import { isPlaying } from './playback-state.ts';
import { pictureMsOf, seenMsOf } from './shown-moment.ts';
import { nextSpeed, shuttle } from './speeds.ts';

export interface Playback extends Pick<PlaybackEngine, 'view' | 'subscribe' | 'atMs' | 'onTick' | 'attach' | 'stop'> {
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
}

/** Several cameras at one moment, with the commands of the user. */
export function createPlayback(deps: PlaybackDeps, startMs: number): Playback {
  const engine = createPlaybackEngine(deps, startMs);
  const { panes, stepper, footage, state, atMs, send, seekPanes, steer, tick, publish } = engine;
  /** The pane whose picture decides where to pause or step from. */
  const leaderNow = (momentOf: (pane: PanePlayer, stepper: FrameStepper) => number | undefined) => {
    const at = atMs();
    const seen = [...panes.values()].map((pane) => ({ pane, seenMs: momentOf(pane, stepper), ...pane.readiness(at) }));
    return leaderOf(seen, { atMs: at, rate: state().clock.rate });
  };

  const seek: Playback['seek'] = (wantedMs, options) => {
    send({ kind: 'seek', atMs: wantedMs });
    seekPanes(options);
    tick();
    publish();
  };
  const play = () => {
    if (isPlaying(state())) return;
    send({ kind: 'play' });
    steer();
  };
  /** Pauses at the displayed moment: the clock is set to the leading pane, and the other panes to the clock. */
  const pause = () => {
    if (!isPlaying(state())) return;
    if (state().mode.kind === 'live') {
      send({ kind: 'pause', leader: undefined });
      seekPanes();
    } else {
      for (const pane of panes.values()) pane.rest();
      const leader = leaderNow(seenMsOf);
      const isAtRest = leader?.pane.video.seeking === false;
      send({ kind: 'pause', leader: leader && { seenMs: leader.seenMs, isAtRest } });
      for (const pane of panes.values()) if (pane !== leader?.pane || !isAtRest) pane.seek(atMs());
    }
    steer();
    tick();
  };
  const setRate = (rate: number) => {
    const wasLive = state().mode.kind === 'live';
    send({ kind: 'set-rate', rate });
    if (wasLive && state().mode.kind !== 'live') {
      seekPanes();
      tick();
    }
    publish();
  };

  return {
    view: engine.view,
    subscribe: engine.subscribe,
    atMs,
    onTick: engine.onTick,
    attach: engine.attach,
    seek,
    isSettled: () =>
      [...panes.values()].every((pane) => {
        const { hasFootage, isReady } = pane.readiness(atMs());
        return hasFootage === false || (isReady && !pane.video.seeking);
      }),
    play,
    pause,
    toggle: () => (isPlaying(state()) ? pause() : play()),
    setRate,
    changeSpeed: (direction) => setRate(nextSpeed(state().clock.rate, direction)),
    shuttle: (direction) => {
      setRate(shuttle({ rate: state().clock.rate, isPlaying: isPlaying(state()) }, direction));
      play();
    },
    step: (direction) => {
      const wasLive = state().mode.kind === 'live';
      pause();
      // The pictures just before the present are not recorded yet.
      if (wasLive) return;
      const pictureMs = leaderNow(pictureMsOf)?.seenMs;
      seek(stepper.target({ atMs: atMs(), pictureMs, isFromSeek: state().isFromSeek, direction }));
    },
    findRun: (direction) => footage.jumpFrom(atMs(), direction),
    goLive: () => {
      send({ kind: 'go-live' });
      tick();
      publish();
    },
    stop: engine.stop,
  };
}
