import type { LaneData, Span } from './lane.ts';
import type { TimelineLayout } from './layout.ts';
import type { TimeScale } from './time-scale.ts';
import { createTimelinePainter, type PainterOptions, type TimelineLook } from './timeline-painter.ts';
import { initialView, nextView, type Repaint, type ViewEvent } from './view-state.ts';

export interface TimelineViewOptions extends PainterOptions {
  scale: TimeScale;
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

/** The timeline's canvas. It is painted outside React, at most once per frame and only after a change. */
export function createTimelineView(options: TimelineViewOptions): TimelineView {
  const { canvas, nowMs } = options;
  const painter = createTimelinePainter(options);
  let state = initialView(options.scale);
  let frame = 0;

  const ask = () => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const apply = (event: ViewEvent): Repaint => {
    const before = state;
    const step = nextView(state, event, { nowMs: nowMs(), tickMs: performance.now(), isStill: options.isStill() });
    state = step.state;
    if (step.repaint === 'lanes') painter.outdateLanes();
    if (state.scale !== before.scale) options.onScale(state.scale);
    return step.repaint;
  };
  const send = (event: ViewEvent) => {
    if (apply(event) !== 'nothing') ask();
  };
  function paint(): void {
    frame = 0;
    painter.fit();
    apply({ kind: 'resize', widthPx: canvas.clientWidth });
    apply({ kind: 'frame' });
    if (state.scale.widthPx <= 1) return;
    painter.paint(state);
    if (state.glide) ask();
  }
  const refresh = () => {
    painter.outdateLanes();
    ask();
  };

  const observer = new ResizeObserver(ask);
  observer.observe(canvas);
  ask();

  return {
    canvas,
    scale: () => state.scale,
    layout: painter.layout,
    lanes: painter.lanes,
    playheadMs: () => state.playheadMs,
    range: options.range,
    setScale: (scale, { glide = false } = {}) => send({ kind: 'show', scale, glides: glide }),
    zoom: (factor, aroundMs) => send({ kind: 'zoom', factor, aroundMs }),
    setLanes: (layout) => {
      painter.setLayout(layout);
      ask();
    },
    setLook: (look) => {
      painter.setLook(look);
      ask();
    },
    setPlayhead: (atMs, { follow }) => send({ kind: 'playhead', atMs, follow }),
    setHover: (atMs) => send({ kind: 'hover', atMs }),
    setScrubbing: (isScrubbing) => send({ kind: 'scrubbing', isScrubbing }),
    setOldest: (atMs) => send({ kind: 'oldest', atMs }),
    refresh,
    refreshOverlay: ask,
    paint,
    stop: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      frame = -1;
    },
  };
}
