import type { ScrubMoment } from '../preview/preview-wishes.ts';
import type { Scrubber } from '../preview/scrubber.ts';
import type { LaneData, Span } from '../timeline/lane.ts';
import { lanePxFor } from '../timeline/layout.ts';
import { type MarkKind, marksAt, marksOf, type TimelineMark } from '../timeline/mark.ts';
import { createMarkStore, type MarkStoreOptions } from '../timeline/mark-store.ts';
import { createTileStore, type TileStoreOptions } from '../timeline/tile-store.ts';
import { levelFor, tilesFor } from '../timeline/tiles.ts';
import { contains, MAX_SPAN_MS, msPerPx, spanOf, type TimeScale } from '../timeline/time-scale.ts';
import { handleGestures } from '../timeline/timeline-gestures.ts';
import type { TimelineLook } from '../timeline/timeline-painter.ts';
import { createTimelineView, type TimelineView } from '../timeline/timeline-view.ts';
import { allRuns, findJump } from './footage-finder.ts';
import { FINDER_PARTS, findMark } from './mark-finder.ts';
import type { Playback } from './playback.ts';

export interface Pointing {
  atMs: number;
  xPx: number;
  cameraId: string;
  lane: LaneData | undefined;
  marks: readonly TimelineMark[];
  moment: ScrubMoment;
}

export type MarkRequest = Parameters<MarkStoreOptions['load']>[0] & { parts: number };

export interface TimelineServer {
  loadLanes: TileStoreOptions['load'];
  /** Marks in a range; of those that are many, the newest of each kind in each of `parts` parts. */
  loadMarks(request: MarkRequest): Promise<readonly TimelineMark[]>;
  nowMs: () => number;
}

export interface TimelineOptions {
  canvas: HTMLCanvasElement;
  look: TimelineLook;
  isTouch: boolean;
  /** The selected camera; its previews are shown over the ruler. */
  activeId: () => string | undefined;
  onPoint(pointing: Pointing | undefined): void;
  onPick(cameraId: string): void;
  onAway(isAway: boolean): void;
  /** Whether everything in view is loaded. */
  onComplete(isComplete: boolean): void;
}

interface TimelineDeps {
  server: TimelineServer;
  playback: Playback;
  scrubber: Scrubber;
  range: () => Span | undefined;
  setRange(range: Span | undefined): void;
  /** The moment being scrubbed to; undefined when the scrub ends. */
  onScrub(atMs: number | undefined): void;
}

/** Connects the timeline's canvas, tiles, marks and gestures with players and previews. */
export interface TimelineController {
  view: TimelineView;
  setCameras(cameraIds: readonly string[]): void;
  /** Seeks, with a preview at once. */
  seek(atMs: number): void;
  show(span: Span): void;
  /** Scrolls a moment into view without seeking. */
  reveal(atMs: number): void;
  laneOf(cameraId: string): LaneData | undefined;
  /** The results of a search, until others replace them. */
  setFound(found: readonly TimelineMark[]): void;
  /** Start of the next or previous mark of a kind, or of the next or previous motion. */
  findMark(kind: MarkKind | 'motion', direction: 'next' | 'previous'): Promise<number | undefined>;
  /** Called when the visible range changes. */
  onScale(listener: () => void): () => void;
  /** Loaded data may have changed. */
  reload(): void;
  stop(): void;
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 366 * 24 * HOUR_MS;
const EDGE_EVERY_MS = 1_000;
const FIRST_SPAN_MS = 1.5 * HOUR_MS;
/** Zoomed in this far, exact pictures matter more than speed: the players themselves follow the pointer. */
const FINE_SPAN_MS = 150_000;
const MAX_COVER_MS = 6_000;
/** Number of parts of the loaded range, which is twice as wide as the view. */
const MARK_PARTS = 160;
const NARROW_PX = 560;
const NAMES_PX = 108;

export function createTimelineController(options: TimelineOptions, deps: TimelineDeps): TimelineController {
  const { canvas } = options;
  const { playback, scrubber, server } = deps;
  const scaleListeners = new Set<() => void>();
  let cameraIds: readonly string[] = [];
  let version = 0;
  let known: { key: string; lanes: LaneData[] } = { key: '', lanes: [] };
  /** Set while the playhead is dragged. */
  let scrub: { resumes: boolean } | undefined;

  const tiles = createTileStore({
    load: server.loadLanes,
    nowMs: server.nowMs,
    onChange: () => {
      version += 1;
      options.onAway(false);
      view.refresh();
      want();
    },
    onFailure: () => options.onAway(true),
  });
  const marks = createMarkStore({
    load: (request) => server.loadMarks({ ...request, parts: MARK_PARTS }),
    nowMs: server.nowMs,
    onChange: () => view.refresh(),
  });
  let found: readonly TimelineMark[] = [];
  // Sorted once for all frames.
  let sorted: { of: unknown[]; byLane: TimelineMark[][] } = { of: [], byLane: [] };
  const marksByLane = (): readonly TimelineMark[][] => {
    const of = [marks.marks(), found, cameraIds];
    if (of.some((one, n) => one !== sorted.of[n])) {
      const all = [...marks.marks(), ...found];
      sorted = { of, byLane: cameraIds.map((id) => marksOf(all, id)) };
    }
    return sorted.byLane;
  };

  const lanesFor = (scale: TimeScale): readonly LaneData[] => {
    const seen = tilesFor(scale, levelFor(scale));
    const key = `${version} ${seen[0]?.level} ${seen[0]?.index} ${seen.length} ${cameraIds.join()}`;
    if (key !== known.key) known = { key, lanes: cameraIds.map((id) => tiles.laneOf(id, seen)) };
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
      // Prefetch both sides, and a coarser level for zooming out.
      tiles.want(cameraIds, [...seen, ...tilesFor(scale, level, 0.8), ...tilesFor(scale, level + 2)]);
      marks.want(cameraIds, scale);
      options.onComplete(tiles.isComplete(cameraIds, seen));
    }, 40);
  };

  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const startMs = playback.atMs();
  const view = createTimelineView({
    canvas,
    look: options.look,
    nowMs: server.nowMs,
    scale: {
      startMs: startMs - FIRST_SPAN_MS / 2,
      endMs: startMs + FIRST_SPAN_MS / 2,
      widthPx: Math.max(1, canvas.clientWidth),
    },
    lanesFor,
    marksFor: marksByLane,
    range: deps.range,
    onScale: () => {
      want();
      for (const listener of scaleListeners) listener();
    },
    isStill: () => reducedMotion.matches,
  });
  view.setOldest(server.nowMs() - YEAR_MS);
  view.setScale(view.scale());
  view.setPlayhead(startMs, { follow: false });

  const laneOf = (cameraId: string) => view.lanes()[cameraIds.indexOf(cameraId)];
  const momentAt = (atMs: number): ScrubMoment => ({ atMs, msPerPx: msPerPx(view.scale()), laneOf });

  let coverFrame = 0;
  const uncoverWhenSettled = () => {
    cancelAnimationFrame(coverFrame);
    const sinceMs = performance.now();
    const look = () => {
      if (scrub) return;
      if (playback.isSettled() || performance.now() - sinceMs > MAX_COVER_MS) return scrubber.uncover();
      coverFrame = requestAnimationFrame(look);
    };
    // The players start to seek in the next frame.
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

  const releaseGestures = handleGestures(view, {
    onSeek: (atMs, lane) => {
      const picked = lane === undefined ? undefined : cameraIds[lane];
      if (picked !== undefined) options.onPick(picked);
      seek(atMs);
    },
    onScrub: (atMs) => {
      if (!scrub) {
        scrub = { resumes: playback.view().isPlaying };
        playback.pause();
      }
      deps.onScrub(atMs);
      if (spanOf(view.scale()) <= FINE_SPAN_MS) {
        scrubber.uncover();
        return playback.seek(atMs, { isSoft: true });
      }
      scrubber.show(cameraIds, momentAt(atMs));
    },
    onScrubEnd: (atMs) => {
      const resumes = scrub?.resumes === true;
      scrub = undefined;
      deps.onScrub(undefined);
      playback.seek(atMs);
      if (resumes) playback.play();
      uncoverWhenSettled();
    },
    onHover: (pointed) => {
      const cameraId = pointed?.lane === undefined ? options.activeId() : cameraIds[pointed.lane];
      if (!pointed || cameraId === undefined) return options.onPoint(undefined);
      const { atMs, xPx } = pointed;
      const touched = marksAt(marksByLane()[cameraIds.indexOf(cameraId)] ?? [], view.scale(), atMs);
      options.onPoint({ atMs, xPx, cameraId, lane: laneOf(cameraId), marks: touched, moment: momentAt(atMs) });
    },
    onRange: deps.setRange,
  });
  const unsubscribeTicks = playback.onTick((atMs) => {
    if (!scrub) view.setPlayhead(atMs, { follow: playback.view().isPlaying });
  });
  const edge = setInterval(() => {
    if (contains(view.scale(), server.nowMs())) view.refresh();
    want();
  }, EDGE_EVERY_MS);

  return {
    view,
    setCameras: (ids) => {
      cameraIds = ids;
      // On a phone the names cover part of the lanes.
      const clearPx = canvas.clientWidth < NARROW_PX ? NAMES_PX : 0;
      view.setLanes({ lanes: ids.length, lanePx: lanePxFor(ids.length, { isTouch: options.isTouch }), clearPx });
      want();
    },
    seek,
    show: (span) => {
      const endMs = Math.min(span.endMs, span.startMs + MAX_SPAN_MS);
      view.setScale({ ...view.scale(), startMs: span.startMs, endMs }, { glide: true });
    },
    reveal,
    laneOf,
    setFound: (next) => {
      found = next;
      view.refresh();
    },
    findMark: (kind, direction) => {
      const facts = { atMs: playback.atMs(), nowMs: server.nowMs(), direction };
      const findMotion = async (range: Span, resolutionMs: number) => {
        const lanes = await server.loadLanes(
          { ...range, cameraIds: [...cameraIds], resolutionMs },
          new AbortController().signal,
        );
        return allRuns([...lanes.values()].map(({ motion }) => motion));
      };
      const target =
        kind === 'motion'
          ? findJump(findMotion, facts)
          : findMark((range) => server.loadMarks({ ...range, cameraIds, parts: FINDER_PARTS }), { ...facts, kind });
      return target.catch(() => undefined);
    },
    onScale: (listener) => {
      scaleListeners.add(listener);
      return () => void scaleListeners.delete(listener);
    },
    reload: () => {
      tiles.expire();
      marks.expire();
      want();
    },
    stop: () => {
      clearInterval(edge);
      clearTimeout(wantTimer);
      cancelAnimationFrame(coverFrame);
      releaseGestures();
      unsubscribeTicks();
      tiles.stop();
      marks.stop();
      view.stop();
    },
  };
}
