import {
  contains,
  createTileStore,
  createTimelineView,
  handleGestures,
  type LaneData,
  lanePxFor,
  levelFor,
  MOST_SPAN_MS,
  msPerPx,
  type Playback,
  type Span,
  spanOf,
  type TimelineLook,
  type TimelineView,
  type TimeScale,
  tilesFor,
} from '@holdfast/ui';
import { loadLanes } from './playback-server.ts';
import type { Scrubber, ScrubMoment } from './scrubber.ts';

export interface Pointing {
  atMs: number;
  xPx: number;
  cameraId: string;
  lane: LaneData | undefined;
  moment: ScrubMoment;
}

export interface TimelineDeskOptions {
  canvas: HTMLCanvasElement;
  playback: Playback;
  scrubber: Scrubber;
  look: TimelineLook;
  isTouch: boolean;
  /** Of several cameras this one is looked at; its pictures are shown over the ruler. */
  activeId: () => string | undefined;
  onPoint(pointing: Pointing | undefined): void;
  onPick(cameraId: string): void;
  onRange(range: Span | undefined): void;
  onAway(isAway: boolean): void;
  /** Everything in sight is loaded, or not yet. */
  onComplete(isComplete: boolean): void;
}

/** The timeline at work: canvas, tiles, hands, players and previews put together. */
export interface TimelineDesk {
  view: TimelineView;
  setCameras(cameraIds: readonly string[]): void;
  /** Jumps there, with a picture at once. */
  seek(atMs: number): void;
  show(span: Span): void;
  /** Brings a moment into sight without going there. */
  reveal(atMs: number): void;
  laneOf(cameraId: string): LaneData | undefined;
  /** What was loaded may not be so any more. */
  reload(): void;
  stop(): void;
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 24 * HOUR_MS;
const EDGE_EVERY_MS = 1_000;
/** Zoomed in this far, single pictures matter more than speed: the players themselves follow the hand. */
const FINE_SPAN_MS = 150_000;
const MOST_COVER_MS = 6_000;
const NARROW_PX = 560;
const NAMES_PX = 108;

export function createTimelineDesk(options: TimelineDeskOptions): TimelineDesk {
  const { canvas, playback, scrubber } = options;
  let cameraIds: readonly string[] = [];
  let version = 0;
  let known: { key: string; lanes: LaneData[] } = { key: '', lanes: [] };
  let resumes = false;
  let isHeld = false;

  const store = createTileStore({
    load: (request) => loadLanes(request),
    nowMs: Date.now,
    onChange: () => {
      version += 1;
      options.onAway(false);
      view.refresh();
      want();
    },
    onFailure: () => options.onAway(true),
  });

  const lanesFor = (scale: TimeScale): readonly LaneData[] => {
    const tiles = tilesFor(scale, levelFor(scale));
    const key = `${version} ${tiles[0]?.level} ${tiles[0]?.index} ${tiles.length} ${cameraIds.join()}`;
    if (key !== known.key) known = { key, lanes: cameraIds.map((id) => store.laneOf(id, tiles)) };
    return known.lanes;
  };

  let wantTimer: ReturnType<typeof setTimeout> | undefined;
  const want = () => {
    wantTimer ??= setTimeout(() => {
      wantTimer = undefined;
      if (cameraIds.length === 0) return;
      const scale = view.scale();
      const level = levelFor(scale);
      const seen = tilesFor(scale, level);
      // What comes into sight next: more to both sides, and the level above for who zooms out.
      store.want(cameraIds, [...seen, ...tilesFor(scale, level, 0.8), ...tilesFor(scale, level + 2)]);
      options.onComplete(store.isComplete(cameraIds, seen));
    }, 40);
  };

  const startMs = playback.atMs();
  const view = createTimelineView({
    canvas,
    look: options.look,
    nowMs: Date.now,
    scale: { startMs: startMs - HOUR_MS, endMs: startMs + HOUR_MS / 2, widthPx: Math.max(1, canvas.clientWidth) },
    lanesFor,
    onScale: want,
    isStill: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  view.setOldest(Date.now() - YEAR_MS);
  view.setPlayhead(startMs, { follow: false });

  const laneOf = (cameraId: string) => view.lanes()[cameraIds.indexOf(cameraId)];
  const momentAt = (atMs: number): ScrubMoment => ({ atMs, msPerPx: msPerPx(view.scale()), laneOf });

  let coverFrame = 0;
  const uncoverWhenSettled = () => {
    cancelAnimationFrame(coverFrame);
    const sinceMs = performance.now();
    const look = () => {
      if (isHeld) return;
      if (playback.isSettled() || performance.now() - sinceMs > MOST_COVER_MS) return scrubber.uncover();
      coverFrame = requestAnimationFrame(look);
    };
    // The players learn of the jump in the next frame.
    coverFrame = requestAnimationFrame(() => requestAnimationFrame(look));
  };
  const seek = (atMs: number) => {
    scrubber.show(cameraIds, momentAt(atMs));
    playback.seek(atMs);
    reveal(atMs);
    uncoverWhenSettled();
  };
  const reveal = (atMs: number) => {
    if (contains(view.scale(), atMs)) return;
    const half = spanOf(view.scale()) / 2;
    view.setScale({ ...view.scale(), startMs: atMs - half, endMs: atMs + half }, { glide: true });
  };

  const release = handleGestures(view, {
    onSeek: (atMs, lane) => {
      const picked = lane === undefined ? undefined : cameraIds[lane];
      if (picked !== undefined) options.onPick(picked);
      seek(atMs);
    },
    onScrub: (atMs) => {
      if (!isHeld) {
        isHeld = true;
        resumes = playback.view().isPlaying;
        playback.pause();
      }
      if (spanOf(view.scale()) <= FINE_SPAN_MS) {
        scrubber.uncover();
        return playback.seek(atMs, { isSoft: true });
      }
      scrubber.show(cameraIds, momentAt(atMs));
    },
    onScrubEnd: (atMs) => {
      isHeld = false;
      playback.seek(atMs);
      if (resumes) playback.play();
      uncoverWhenSettled();
    },
    onHover: (pointed) => {
      const cameraId = pointed?.lane === undefined ? options.activeId() : cameraIds[pointed.lane];
      if (!pointed || cameraId === undefined) return options.onPoint(undefined);
      const { atMs, xPx } = pointed;
      options.onPoint({ atMs, xPx, cameraId, lane: laneOf(cameraId), moment: momentAt(atMs) });
    },
    onRange: options.onRange,
  });
  const leaveTicks = playback.onTick((atMs) => {
    if (!isHeld) view.setPlayhead(atMs, { follow: playback.view().isPlaying });
  });
  const edge = setInterval(() => {
    if (contains(view.scale(), Date.now())) view.refresh();
    want();
  }, EDGE_EVERY_MS);

  return {
    view,
    setCameras: (ids) => {
      cameraIds = ids;
      // On a phone the names lie over the lanes.
      const clearPx = canvas.clientWidth < NARROW_PX ? NAMES_PX : 0;
      view.setLanes({ lanes: ids.length, lanePx: lanePxFor(ids.length, { isTouch: options.isTouch }), clearPx });
      want();
    },
    seek,
    show: ({ startMs: fromMs, endMs }) => {
      const spanMs = Math.min(MOST_SPAN_MS, endMs - fromMs);
      view.setScale({ ...view.scale(), startMs: fromMs, endMs: fromMs + spanMs }, { glide: true });
    },
    reveal,
    laneOf,
    reload: () => {
      store.expire();
      want();
    },
    stop: () => {
      clearInterval(edge);
      clearTimeout(wantTimer);
      cancelAnimationFrame(coverFrame);
      release();
      leaveTicks();
      store.stop();
      view.stop();
    },
  };
}
