import type { Span } from '../timeline/lane.ts';
import { openReel, type Reel } from './hls-reel.ts';
import type { MediaMap } from './media-map.ts';
import { asGrowing, isOnReel, reelWindow } from './reel-window.ts';
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

/** What came of asking for a playlist. */
export type PlaylistReply =
  | { kind: 'playlist'; text: string }
  | { kind: 'no-footage' }
  | { kind: 'gone' }
  | { kind: 'away' };

export interface PlaylistAsked {
  window: Span;
  /** Made H.264 on the way, for a browser without a decoder for what was recorded. */
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

type Loading =
  | { kind: 'nothing' }
  | { kind: 'asking'; window: Span }
  | { kind: 'loaded'; window: Span; map: MediaMap; askedAtMs: number }
  | { kind: 'failed'; window: Span; fault: PaneFault; atMs: number };

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
  /** Shown in another form than it was recorded in. */
  isTranscoded(): boolean;
  close(): void;
}

const RETRY_MS = 2_000;
const ASTRAY_SECONDS = 0.7;
const END_OF_RUN_MS = 600;
const FIRST_SECONDS = 0.03;
const UNSAFE_END_SECONDS = 0.4;
/** A reel that had no footage at its end is looked at again: the present moves on. */
const LOOK_AGAIN_MS = 5_000;
/** Jumps in so short a time mean that the decoder does not keep up with the speed. */
const STRAIN_MS = 4_000;
const STRAIN_JUMPS = 3;
/** Faster than a pane that only catches up. */
const HURRY_RATE = 1.5;

export function createPanePlayer(deps: PaneDeps): PanePlayer {
  const { video, nowMs } = deps;
  let loading: Loading = { kind: 'nothing' };
  let reel: Reel | undefined;
  let wantedMs = 0;
  let generation = 0;
  let jumps: number[] = [];
  let transcode = deps.needsTranscode();
  let strainedAtRate = Number.POSITIVE_INFINITY;

  const mapNow = (): MediaMap | undefined => (loading.kind === 'loaded' ? loading.map : undefined);

  /**
   * hls.js loads nothing for the very beginning of a list that still grows, and at the very end of a run one track may be
   * over before the other: a jump there would wait for media that never comes, unless it is here already.
   */
  const positionOf = (atMs: number): number | undefined => {
    const map = mapNow();
    const position = map?.toMedia(atMs);
    if (map === undefined || position === undefined) return undefined;
    const safeEnd = (map.runEnd(atMs) ?? position) - UNSAFE_END_SECONDS;
    return Math.max(FIRST_SECONDS, isBuffered(video, position) ? position : Math.min(position, safeEnd));
  };

  const hasFailed = () => loading.kind === 'failed';

  const drop = () => {
    generation += 1;
    reel?.close();
    reel = undefined;
    loading = { kind: 'nothing' };
  };

  const fail = (window: Span, fault: PaneFault) => {
    reel?.close();
    reel = undefined;
    loading = { kind: 'failed', window, fault, atMs: nowMs() };
    deps.onChange();
  };

  const open = async (atMs: number) => {
    drop();
    const own = generation;
    const isCurrent = () => own === generation;
    const window = reelWindow(atMs);
    loading = { kind: 'asking', window };
    const askedAtMs = nowMs();
    const ask = async () => {
      const reply = await deps.playlist({ window, transcode });
      if (reply.kind !== 'playlist') return reply;
      return window.endMs > nowMs() ? { ...reply, text: asGrowing(reply.text) } : reply;
    };
    const first = await ask();
    if (!isCurrent()) return;
    if (first.kind === 'gone' || first.kind === 'away') return fail(window, first.kind);
    if (first.kind === 'no-footage') {
      loading = { kind: 'loaded', window, map: nothing, askedAtMs };
      return deps.onChange();
    }
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
      startAt: (map) => Math.max(FIRST_SECONDS, map.toMedia(wantedMs) ?? mediaNear(map, wantedMs)),
      onMap: (map) => {
        if (!isCurrent()) return;
        loading = { kind: 'loaded', window, map, askedAtMs };
        deps.onChange();
      },
      onFailure: (failure) => {
        if (!isCurrent()) return;
        if (failure === 'interrupted') return fail(window, 'away');
        if (transcode) return fail(window, 'cannot-play');
        transcode = true;
        void open(wantedMs);
      },
    });
    // Meanwhile somebody may have gone on to another moment, or it may have failed.
    if (isCurrent() && !hasFailed()) reel = opened;
    else opened?.close();
  };

  const isStale = (atMs: number): boolean => {
    if (loading.kind === 'nothing') return true;
    if (!isOnReel(loading.window, atMs)) return true;
    if (loading.kind === 'failed')
      return loading.fault !== 'gone' && loading.fault !== 'cannot-play' && nowMs() - loading.atMs > RETRY_MS;
    // Without any footage there is no player that would ask again.
    return loading.kind === 'loaded' && loading.map === nothing
      ? loading.window.endMs > loading.askedAtMs && nowMs() - loading.askedAtMs > LOOK_AGAIN_MS
      : false;
  };

  const place = (atMs: number) => {
    const position = positionOf(atMs);
    if (position === undefined || video.readyState === 0) return;
    if (Math.abs(video.currentTime - position) > 0.001) video.currentTime = position;
  };

  const pause = () => {
    if (!video.paused) video.pause();
  };

  return {
    cameraId: deps.cameraId,
    video,
    seek: (atMs) => {
      wantedMs = atMs;
      if (isStale(atMs)) void open(atMs);
      else place(atMs);
    },
    standing: (atMs) => {
      const map = mapNow();
      if (loading.kind === 'failed')
        return { hasFootage: loading.fault === 'away' ? undefined : false, isReady: false };
      if (!map) return { hasFootage: undefined, isReady: false };
      const hasFootage = map.toMedia(atMs) !== undefined;
      // Just before a hole there is nothing more to wait for.
      const leastState = map.toMedia(atMs + END_OF_RUN_MS) === undefined ? 2 : 3;
      return { hasFootage, isReady: hasFootage && !video.seeking && video.readyState >= leastState };
    },
    follow: ({ atMs, rate, isRunning }) => {
      wantedMs = atMs;
      if (isStale(atMs)) return void open(atMs);
      const position = positionOf(atMs);
      if (position === undefined || video.readyState === 0) return pause();
      if (!isRunning) {
        pause();
        // The media came after the last jump, or the player has moved over a hole.
        if (!video.seeking && Math.abs(video.currentTime - position) > ASTRAY_SECONDS) video.currentTime = position;
        return;
      }
      if (!canPlayNatively(rate) || rate >= strainedAtRate) {
        // Picture by picture, each as soon as the one before is there.
        pause();
        if (!video.seeking) video.currentTime = position;
        return;
      }
      const shownMs = mapNow()?.toWall(video.currentTime);
      const steering = steer({ shownMs, isReady: video.readyState >= 3, isSeeking: video.seeking }, atMs, rate);
      if (steering.kind === 'wait') return;
      if (steering.kind === 'seek') {
        jumps = [...jumps.filter((at) => nowMs() - at < STRAIN_MS), nowMs()];
        if (rate > 2 && jumps.length >= STRAIN_JUMPS) strainedAtRate = Math.min(strainedAtRate, rate);
        video.currentTime = position;
      } else if (video.playbackRate !== steering.playbackRate) video.playbackRate = steering.playbackRate;
      if (video.paused) void video.play().catch(() => undefined);
    },
    rest: () => {
      // In a hurry a browser leaves pictures out, and may stop with one that is not of where it stands: it has to look again.
      if (!video.paused && video.playbackRate > HURRY_RATE) video.currentTime += 0;
      pause();
    },
    shownMs: () => (video.readyState >= 2 ? mapNow()?.toWall(video.currentTime) : undefined),
    momentOf: (mediaSeconds) => mapNow()?.toWall(mediaSeconds),
    nextFootage: (atMs) => mapNow()?.nextFootage(atMs),
    fault: () => (loading.kind === 'failed' ? loading.fault : undefined),
    isTranscoded: () => transcode,
    close: () => {
      drop();
      pause();
      video.removeAttribute('src');
      video.load();
    },
  };
}

const nothing: MediaMap = {
  toMedia: () => undefined,
  toWall: () => undefined,
  runEnd: () => undefined,
  nextFootage: () => undefined,
};

/** Short of the very end of what is there, where no picture begins any more. */
const isBuffered = ({ buffered }: HTMLVideoElement, seconds: number): boolean =>
  Array.from({ length: buffered.length }, (_, range) => range).some(
    (range) => buffered.start(range) <= seconds && seconds < buffered.end(range) - 0.02,
  );

/** In a gap the player waits where footage goes on, so that it is there when the clock comes. */
function mediaNear(map: MediaMap, atMs: number): number {
  const next = map.nextFootage(atMs);
  return (next === undefined ? undefined : map.toMedia(next)) ?? 0;
}
