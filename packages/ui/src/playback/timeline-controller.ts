import type { Scrubber } from '../preview/scrubber.ts';
import type { LaneData, Span } from '../timeline/lane.ts';
import { lanesLayout } from '../timeline/layout.ts';
import type { MarkKind, TimelineMark } from '../timeline/mark.ts';
import { contains, MAX_SPAN_MS } from '../timeline/time-scale.ts';
import { handleGestures } from '../timeline/timeline-gestures.ts';
import type { TimelineLook } from '../timeline/timeline-painter.ts';
import { createTimelineView, type TimelineView } from '../timeline/timeline-view.ts';
import { createListeners } from './listeners.ts';
import { findMarkOrMotion } from './mark-finder.ts';
import type { Playback } from './playback.ts';
import type { Pointing } from './pointing.ts';
import { timelineActions } from './timeline-actions.ts';
import { createTimelineData, type TimelineServer } from './timeline-data.ts';
import { createTimelineSeeks } from './timeline-seeks.ts';

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

export function createTimelineController(options: TimelineOptions, deps: TimelineDeps): TimelineController {
  const { canvas } = options;
  const { playback, scrubber, server } = deps;
  const scaled = createListeners();
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

  const data = createTimelineData({
    server,
    scale: () => view.scale(),
    onChange: () => view.refresh(),
    onAway: options.onAway,
    onComplete: options.onComplete,
  });
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
    lanesFor: data.lanesFor,
    marksFor: data.marksByLane,
    range: deps.range,
    onScale: () => {
      data.load();
      scaled.call();
    },
    isStill: () => reducedMotion.matches,
  });
  view.setOldest(server.nowMs() - YEAR_MS);
  view.setScale(view.scale());
  view.setPlayhead(startMs, { follow: false });

  const seeks = createTimelineSeeks({ view, data, playback, scrubber, onScrub: deps.onScrub });
  const actions = timelineActions({ view, data, seeks, ...options, onRange: deps.setRange });
  const releaseGestures = handleGestures(view, actions);
  const unsubscribeTicks = playback.onTick((atMs) => {
    if (!seeks.isScrubbing()) view.setPlayhead(atMs, { follow: playback.view().isPlaying });
  });
  const edge = setInterval(() => {
    if (contains(view.scale(), server.nowMs())) view.refresh();
    data.load();
  }, EDGE_EVERY_MS);

  return {
    view,
    setCameras: (ids) => {
      data.setCameras(ids);
      view.setLanes(lanesLayout(ids.length, { widthPx: canvas.clientWidth, isTouch: options.isTouch }));
      data.load();
    },
    seek: seeks.seek,
    show: ({ startMs, endMs }) =>
      view.setScale({ ...view.scale(), startMs, endMs: Math.min(endMs, startMs + MAX_SPAN_MS) }, { glide: true }),
    reveal: seeks.reveal,
    laneOf: (cameraId) => view.lanes()[data.cameraIds().indexOf(cameraId)],
    setFound: data.setFound,
    findMark: (kind, direction) =>
      findMarkOrMotion(server, {
        kind,
        cameraIds: data.cameraIds(),
        atMs: playback.atMs(),
        nowMs: server.nowMs(),
        direction,
      }).catch(() => undefined),
    onScale: scaled.add,
    reload: data.reload,
    stop: () => {
      clearInterval(edge);
      seeks.stop();
      releaseGestures();
      unsubscribeTicks();
      data.stop();
      view.stop();
    },
  };
}
