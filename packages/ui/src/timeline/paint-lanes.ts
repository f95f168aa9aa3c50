import type { GapReason } from '@holdfast/domain';
import type { Hatches } from './hatch.ts';
import { indexBefore, type LaneData, type Span } from './lane.ts';
import { laneBands } from './lane-bands.ts';
import { laneBody, type TimelineLayout } from './layout.ts';
import type { TimelineMark } from './mark.ts';
import { motionColumns } from './motion-intensity.ts';
import { paintMarks } from './paint-marks.ts';
import { familyOf, type TimelinePalette } from './palette.ts';
import { boxOf, type TimeScale, xOf } from './time-scale.ts';

export interface LanesScene {
  scale: TimeScale;
  layout: TimelineLayout;
  lanes: readonly LaneData[];
  /** By lane. */
  marks: readonly (readonly TimelineMark[])[];
  palette: TimelinePalette;
  hatches: Hatches;
  reasonText: (reason: GapReason) => string;
  nowMs: number;
}

type Box = { top: number; height: number };
type Brush = CanvasRenderingContext2D;

/** Paints layer by layer, later layers on top; a new kind of content is one more layer. */
type LanePainter = (brush: Brush, scene: LanesScene, lane: LaneData, box: Box) => void;

const RADIUS_PX = 4;
const MIN_LABEL_PX = 84;

export function paintLanes(brush: Brush, scene: LanesScene): void {
  scene.layout.lanes > 0 && paintGrounds(brush, scene);
  for (const paint of layers)
    scene.lanes.forEach((lane, index) => {
      paint(brush, scene, lane, laneBody(scene.layout, index));
    });
  scene.marks.forEach((marks, index) => {
    paintMarks(brush, scene, marks, laneBody(scene.layout, index));
  });
}

const layers: readonly LanePainter[] = [paintGaps, paintRuns, paintMotion];

function paintGrounds(brush: Brush, { scale, layout, palette, nowMs }: LanesScene): void {
  const endPx = Math.min(scale.widthPx, Math.max(0, xOf(scale, nowMs)));
  brush.fillStyle = palette.lane;
  brush.beginPath();
  for (let lane = 0; lane < layout.lanes; lane += 1) {
    const { top, height } = laneBody(layout, lane);
    brush.rect(0, top, endPx, height);
  }
  brush.fill();
}

function paintGaps(
  brush: Brush,
  { scale, layout, palette, hatches, reasonText }: LanesScene,
  { gaps }: LaneData,
  box: Box,
): void {
  for (const gap of inView(gaps, scale)) {
    const { x, width } = boxOf(scale, gap);
    const family = familyOf[gap.reason];
    brush.globalAlpha = family === 'wanted' || family === 'deleted' ? 0.5 : 0.7;
    brush.fillStyle = hatches[family];
    brush.fillRect(x, box.top, width, box.height);
    brush.globalAlpha = 1;
    if (width < MIN_LABEL_PX || box.height < 18) continue;
    const text = reasonText(gap.reason);
    brush.font = '12px Roboto, system-ui, sans-serif';
    const left = Math.max(8 + layout.clearPx, x + 8);
    const right = Math.min(scale.widthPx, x + width) - 8;
    const textPx = brush.measureText(text).width;
    if (right - left < textPx + 8) continue;
    brush.fillStyle = palette.lane;
    brush.beginPath();
    brush.roundRect(left - 4, box.top + (box.height - 17) / 2, textPx + 8, 17, 4);
    brush.fill();
    brush.fillStyle = palette.quiet;
    brush.textBaseline = 'middle';
    brush.textAlign = 'left';
    brush.fillText(text, left, box.top + box.height / 2 + 0.5);
  }
}

function paintRuns(brush: Brush, { scale, palette }: LanesScene, { runs }: LaneData, box: Box): void {
  brush.fillStyle = palette.run;
  brush.beginPath();
  for (const run of inView(runs, scale)) {
    const { x, width } = boxOf(scale, run);
    if (width > 3 * RADIUS_PX) brush.roundRect(x, box.top, width, box.height, RADIUS_PX);
    else brush.rect(x, box.top, Math.max(1, width), box.height);
  }
  brush.fill();
}

/** Motion has a band at the bottom of the lane, as high as its share of the time. */
function paintMotion(brush: Brush, { scale, palette }: LanesScene, { motion }: LaneData, box: Box): void {
  brush.fillStyle = palette.motion;
  brush.beginPath();
  const { heightPx } = laneBands(box.height).motion;
  const bottom = box.top + box.height;
  for (const { xPx, widthPx, share } of motionColumns(motion, scale)) {
    const height = Math.max(2, Math.round(heightPx * share));
    brush.rect(xPx, bottom - height, widthPx, height);
  }
  brush.fill();
}

function inView<S extends Span>(spans: readonly S[], { startMs, endMs }: Span): readonly S[] {
  const first = Math.max(0, indexBefore(spans, startMs));
  return spans.slice(first, indexBefore(spans, endMs) + 1).filter((span) => span.endMs > startMs);
}
