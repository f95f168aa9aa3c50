import type { GapReason } from '@holdfast/domain';
import { createFittedCanvas } from './fitted-canvas.ts';
import type { LaneData, Span } from './lane.ts';
import { layoutOf, type TimelineLayout } from './layout.ts';
import type { TimelineMark } from './mark.ts';
import { paintLanes } from './paint-lanes.ts';
import { paintOverlay } from './paint-overlay.ts';
import { paintRuler, type TimeLabels } from './paint-ruler.ts';
import type { TimelinePalette } from './palette.ts';
import type { TimeScale } from './time-scale.ts';
import type { ViewState } from './view-state.ts';
import type { Zone } from './zone.ts';

export interface TimelineLook {
  palette: TimelinePalette;
  labels: TimeLabels;
  zone: Zone;
  reasonText: (reason: GapReason) => string;
}

export interface PainterOptions {
  canvas: HTMLCanvasElement;
  look: TimelineLook;
  nowMs: () => number;
  /** The data of each lane in a view; called when the view or the data has changed. */
  lanesFor(scale: TimeScale): readonly LaneData[];
  /** The marks of each lane. */
  marksFor(): readonly (readonly TimelineMark[])[];
  /** The selected range, whose owner calls `refreshOverlay` when it changes. */
  range: () => Span | undefined;
}

/** Paints the view. Lanes and ruler are painted again only if they are outdated; otherwise their bitmap is copied. */
export interface TimelinePainter {
  layout(): TimelineLayout;
  /** As last painted. */
  lanes(): readonly LaneData[];
  setLayout(layout: Parameters<typeof layoutOf>[0]): void;
  setLook(look: TimelineLook): void;
  /** The view or the data of the lanes has changed. */
  outdateLanes(): void;
  /** Adapts the canvas to its size on the screen. */
  fit(): void;
  paint(state: ViewState): void;
}

export function createTimelinePainter(options: PainterOptions): TimelinePainter {
  const { canvas, nowMs } = options;
  const surface = createFittedCanvas(canvas);
  let { look } = options;
  let layout = layoutOf({ lanes: 0, lanePx: 30 });
  let lanes: readonly LaneData[] = [];
  let isBaseOutdated = true;
  let areLanesOutdated = true;

  const outdateLanes = () => {
    isBaseOutdated = true;
    areLanesOutdated = true;
  };
  const paintBase = ({ scale }: ViewState) => {
    if (areLanesOutdated) lanes = options.lanesFor(scale);
    areLanesOutdated = false;
    isBaseOutdated = false;
    const { palette, zone, labels, reasonText } = look;
    const marks = options.marksFor();
    surface.paintBase(palette, (brush, hatches) => {
      paintLanes(brush, { scale, layout, lanes, marks, hatches, palette, reasonText, nowMs: nowMs() });
      paintRuler(brush, { scale, layout, palette, zone, labels });
    });
  };

  return {
    layout: () => layout,
    lanes: () => lanes,
    setLayout: (wanted) => {
      layout = layoutOf(wanted);
      canvas.style.height = `${layout.heightPx}px`;
      outdateLanes();
    },
    setLook: (next) => {
      look = next;
      isBaseOutdated = true;
    },
    outdateLanes,
    fit: () => {
      if (surface.fit(layout.heightPx)) isBaseOutdated = true;
    },
    paint: (state) => {
      if (isBaseOutdated) paintBase(state);
      const { scale, playheadMs, hoverMs, isScrubbing } = state;
      const { palette, labels } = look;
      surface.paint((brush) =>
        paintOverlay(brush, {
          scale,
          layout,
          palette,
          nowMs: nowMs(),
          playheadMs,
          playheadText: labels.clock(playheadMs, true),
          hover: hoverMs === undefined ? undefined : { atMs: hoverMs, text: labels.clock(hoverMs, true) },
          range: options.range(),
          isScrubbing,
        }),
      );
    },
  };
}
