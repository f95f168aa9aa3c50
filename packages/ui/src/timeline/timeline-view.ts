import type { GapReason } from '@holdfast/domain';
import { createHatches, type Hatches } from './hatch.ts';
import type { LaneData, Span } from './lane.ts';
import { layoutOf, type TimelineLayout } from './layout.ts';
import type { TimelineMark } from './mark.ts';
import { paintLanes } from './paint-lanes.ts';
import { paintOverlay } from './paint-overlay.ts';
import { paintRuler, type TimeLabels } from './paint-ruler.ts';
import type { TimelinePalette } from './palette.ts';
import {
  centerOn,
  clampToLimits,
  contains,
  resize,
  spanOf,
  type TimeScale,
  timeAt,
  xOf,
  zoomAround,
} from './time-scale.ts';
import type { Zone } from './zone.ts';

export interface TimelineLook {
  palette: TimelinePalette;
  labels: TimeLabels;
  zone: Zone;
  reasonText: (reason: GapReason) => string;
}

export interface TimelineViewOptions {
  canvas: HTMLCanvasElement;
  look: TimelineLook;
  nowMs: () => number;
  scale: TimeScale;
  /** The data of each lane in a view; called when the view or the data has changed. */
  lanesFor(scale: TimeScale): readonly LaneData[];
  /** The marks of each lane. */
  marksFor(): readonly (readonly TimelineMark[])[];
  /** The selected range, whose owner calls `refreshOverlay` when it changes. */
  range: () => Span | undefined;
  /** The view has changed: time to load missing data. */
  onScale(scale: TimeScale): void;
  /** Whether the user prefers reduced motion. */
  isStill: () => boolean;
}

export interface TimelineView {
  canvas: HTMLCanvasElement;
  scale(): TimeScale;
  layout(): TimelineLayout;
  lanes(): readonly LaneData[];
  playheadMs(): number;
  range(): Span | undefined;
  setScale(scale: TimeScale, options?: { glide?: boolean }): void;
  zoom(factor: number, aroundMs?: number): void;
  setLanes(lanes: Pick<TimelineLayout, 'lanes' | 'lanePx' | 'clearPx'>): void;
  setLook(look: TimelineLook): void;
  setPlayhead(atMs: number, options: { follow: boolean }): void;
  setHover(atMs: number | undefined): void;
  setScrubbing(isScrubbing: boolean): void;
  /** Limits panning into the past. */
  setOldest(atMs: number): void;
  refresh(): void;
  refreshOverlay(): void;
  /** Paints now, for benchmarks. */
  paint(): void;
  stop(): void;
}

const GLIDE_MS = 220;
/** The view follows a playhead beyond this fraction of the width. The present is before it, so that a live view does not move. */
const FOLLOW_FROM = 0.97;
const MAX_DPR = 3;

/** The timeline's canvas. It is painted outside React, at most once per frame and only after a change. */
export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { canvas, nowMs } = options;
  const context = canvas.getContext('2d', { alpha: true });
  if (!context) throw new Error('this browser paints no canvas');
  const base = document.createElement('canvas');
  const baseContext = base.getContext('2d');
  if (!baseContext) throw new Error('this browser paints no canvas');

  let look = options.look;
  let scale = options.scale;
  let layout = layoutOf({ lanes: 0, lanePx: 30 });
  let lanes: readonly LaneData[] = [];
  let hatches: Hatches | undefined;
  let dpr = 1;
  let playheadMs = (scale.startMs + scale.endMs) / 2;
  let hoverMs: number | undefined;
  let isScrubbing = false;
  let oldestMs = Number.NEGATIVE_INFINITY;
  let glide: { from: TimeScale; to: TimeScale; sinceMs: number } | undefined;
  let frame = 0;
  let isBaseDirty = true;
  let areLanesDirty = true;

  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const dirty = () => {
    isBaseDirty = true;
    ask();
  };

  const fit = () => {
    const widthPx = canvas.clientWidth;
    const nextDpr = Math.min(MAX_DPR, devicePixelRatio || 1);
    const width = Math.round(widthPx * nextDpr);
    const height = Math.round(layout.heightPx * nextDpr);
    if (canvas.width === width && canvas.height === height && dpr === nextDpr && scale.widthPx === widthPx) return;
    if (widthPx === 0) return;
    if (dpr !== nextDpr) hatches = undefined;
    dpr = nextDpr;
    for (const one of [canvas, base]) {
      one.width = width;
      one.height = height;
    }
    if (scale.widthPx !== widthPx) {
      const centerMs = contains(scale, playheadMs) ? playheadMs : (scale.startMs + scale.endMs) / 2;
      const share = (centerMs - scale.startMs) / spanOf(scale);
      scale = centerOn(resize(scale, widthPx), centerMs, share);
      areLanesDirty = true;
      options.onScale(scale);
    }
    isBaseDirty = true;
  };

  const stepGlide = () => {
    if (!glide) return;
    const share = Math.min(1, (performance.now() - glide.sinceMs) / GLIDE_MS);
    const eased = 1 - (1 - share) ** 3;
    const { from, to } = glide;
    const widthPx = scale.widthPx;
    // Geometric interpolation of the span makes zooming look even.
    const span = spanOf(from) * (spanOf(to) / spanOf(from)) ** eased;
    const middle = (one: TimeScale) => (one.startMs + one.endMs) / 2;
    const centerMs = middle(from) + (middle(to) - middle(from)) * eased;
    scale = share === 1 ? { ...to, widthPx } : { startMs: centerMs - span / 2, endMs: centerMs + span / 2, widthPx };
    isBaseDirty = true;
    areLanesDirty = true;
    if (share === 1) glide = undefined;
    options.onScale(scale);
  };

  const paintBase = () => {
    if (areLanesDirty) lanes = options.lanesFor(scale);
    areLanesDirty = false;
    hatches ??= createHatches(baseContext, look.palette, {
      dpr,
      makeCanvas: (width, height) => Object.assign(document.createElement('canvas'), { width, height }),
    });
    baseContext.setTransform(dpr, 0, 0, dpr, 0, 0);
    baseContext.clearRect(0, 0, scale.widthPx, layout.heightPx);
    paintLanes(baseContext, {
      scale,
      layout,
      lanes,
      marks: options.marksFor(),
      hatches,
      palette: look.palette,
      reasonText: look.reasonText,
      nowMs: nowMs(),
    });
    paintRuler(baseContext, { scale, layout, palette: look.palette, zone: look.zone, labels: look.labels });
    isBaseDirty = false;
  };

  function paint(): void {
    frame = 0;
    fit();
    stepGlide();
    if (scale.widthPx <= 1 || !context) return;
    if (isBaseDirty) paintBase();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(base, 0, 0);
    context.setTransform(dpr, 0, 0, dpr, 0, 0);
    paintOverlay(context, {
      scale,
      layout,
      palette: look.palette,
      nowMs: nowMs(),
      playheadMs,
      playheadText: look.labels.clock(playheadMs, true),
      hover: hoverMs === undefined ? undefined : { atMs: hoverMs, text: look.labels.clock(hoverMs, true) },
      range: options.range(),
      isScrubbing,
    });
    if (glide) ask();
  }

  const setScale: TimelineView['setScale'] = (wanted, { glide: wantsGlide = false } = {}) => {
    const to = clampToLimits({ ...wanted, widthPx: scale.widthPx }, { oldestMs, newestMs: nowMs() });
    if (wantsGlide && !options.isStill()) {
      glide = { from: scale, to, sinceMs: performance.now() };
      return ask();
    }
    glide = undefined;
    scale = to;
    areLanesDirty = true;
    dirty();
    options.onScale(scale);
  };

  /** At least half a pixel or a second: smaller changes are not visible. */
  const isNewPlace = (beforeMs: number, afterMs: number) =>
    Math.floor(beforeMs / 1000) !== Math.floor(afterMs / 1000) ||
    Math.round(2 * xOf(scale, beforeMs)) !== Math.round(2 * xOf(scale, afterMs));

  const observer = new ResizeObserver(dirty);
  observer.observe(canvas);
  ask();

  return {
    canvas,
    scale: () => scale,
    layout: () => layout,
    lanes: () => lanes,
    playheadMs: () => playheadMs,
    range: options.range,
    setScale,
    zoom: (factor, aroundMs) => {
      const atMs = aroundMs ?? (contains(scale, playheadMs) ? playheadMs : timeAt(scale, scale.widthPx / 2));
      const from = glide?.to ?? scale;
      setScale(zoomAround({ ...from, widthPx: scale.widthPx }, { xPx: xOf(from, atMs), factor }), { glide: true });
    },
    setLanes: (wanted) => {
      layout = layoutOf(wanted);
      canvas.style.height = `${layout.heightPx}px`;
      areLanesDirty = true;
      dirty();
    },
    setLook: (next) => {
      look = next;
      hatches = undefined;
      dirty();
    },
    setPlayhead: (atMs, { follow }) => {
      const wasInView = contains(scale, playheadMs);
      const isSeenMoving = isNewPlace(playheadMs, atMs);
      playheadMs = atMs;
      if (follow && wasInView && !glide && xOf(scale, atMs) > scale.widthPx * FOLLOW_FROM)
        setScale(centerOn(scale, atMs, 0.3), { glide: true });
      if (isSeenMoving) ask();
    },
    setHover: (atMs) => {
      hoverMs = atMs;
      ask();
    },
    setScrubbing: (next) => {
      isScrubbing = next;
      ask();
    },
    setOldest: (atMs) => {
      oldestMs = atMs;
    },
    refresh: () => {
      areLanesDirty = true;
      dirty();
    },
    refreshOverlay: ask,
    paint,
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      frame = -1;
    },
  };
}
