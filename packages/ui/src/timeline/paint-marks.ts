import type { Glyph } from './glyph.ts';
import { laneBands } from './lane-bands.ts';
import { glyphsOf, openingPieces, spreadEvents, type TimelineMark } from './mark.ts';
import type { TimelinePalette } from './palette.ts';
import { boxOf, type TimeScale } from './time-scale.ts';

type Brush = CanvasRenderingContext2D;
type Box = { top: number; height: number };

interface MarksScene {
  scale: TimeScale;
  palette: TimelinePalette;
}

const BOOKMARK_PX = 4;
const FLAG_PX = 9;
const EVENT_PX = 4;
const DASH_PX = 4;

/** Everything that happened at a time, over the footage of one lane; later layers on top. */
export function paintMarks(brush: Brush, scene: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  paintFound(brush, scene, marks, box);
  paintOpenings(brush, scene, marks, box);
  paintBookmarks(brush, scene, marks, box);
  paintGlyphs(brush, scene, marks, box);
  paintEvents(brush, scene, marks, box);
}

function spansInView(marks: readonly TimelineMark[], kind: TimelineMark['kind'], scale: TimeScale): TimelineMark[] {
  return marks.filter((mark) => mark.kind === kind && mark.endMs >= scale.startMs && mark.startMs <= scale.endMs);
}

/** The results of a search: a frame around the time, over the whole lane. */
function paintFound(brush: Brush, { scale, palette }: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  brush.fillStyle = palette.found;
  for (const mark of spansInView(marks, 'found', scale)) {
    const { x, width } = boxOf(scale, mark);
    const widthPx = Math.max(3, width);
    brush.globalAlpha = 0.35;
    brush.fillRect(x, box.top, widthPx, box.height);
    brush.globalAlpha = 1;
    brush.fillRect(x, box.top, widthPx, 2);
    brush.fillRect(x, box.top + box.height - 2, widthPx, 2);
  }
}

function paintOpenings(brush: Brush, { scale, palette }: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  const { topPx, heightPx } = laneBands(box.height).opening;
  const band = { top: box.top + topPx, height: heightPx };
  for (const mark of spansInView(marks, 'opening', scale)) {
    for (const piece of openingPieces(mark)) {
      const { x, width } = boxOf(scale, piece);
      brush.fillStyle = piece.isKnown ? palette.opening : palette.quiet;
      if (piece.isKnown) brush.fillRect(x, band.top, Math.max(2, width), band.height);
      else paintDashes(brush, { x, width: Math.min(scale.widthPx, x + width) - x }, band);
    }
    // The moment of opening stands out from the time it stayed open.
    brush.fillStyle = palette.opening;
    brush.fillRect(boxOf(scale, mark).x, band.top - 3, 2, band.height + 3);
  }
}

/** It was unknown whether it was still open. */
function paintDashes(brush: Brush, { x, width }: { x: number; width: number }, { top, height }: Box): void {
  for (let leftPx = 0; leftPx < width; leftPx += 2 * DASH_PX)
    brush.fillRect(x + leftPx, top, Math.min(DASH_PX, width - leftPx), height);
}

/** A band along the top of the bookmarked time, with a flag at its start. */
function paintBookmarks(brush: Brush, { scale, palette }: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  brush.fillStyle = palette.bookmark;
  for (const mark of spansInView(marks, 'bookmark', scale)) {
    const { x, width } = boxOf(scale, mark);
    brush.fillRect(x, box.top, Math.max(2, width), BOOKMARK_PX);
    brush.beginPath();
    brush.moveTo(x, box.top);
    brush.lineTo(x + FLAG_PX, box.top);
    brush.lineTo(x, box.top + FLAG_PX + 2);
    brush.fill();
  }
}

function paintGlyphs(brush: Brush, { scale, palette }: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  const { centerPx, radiusPx } = laneBands(box.height).glyph;
  brush.lineWidth = 1;
  brush.strokeStyle = palette.surface;
  for (const { xPx, glyph } of glyphsOf(marks, scale)) {
    brush.fillStyle = glyph === 'plate' ? palette.plate : palette.detection;
    brush.beginPath();
    shapes[glyph](brush, { x: xPx, y: box.top + centerPx, radius: radiusPx });
    brush.fill();
    brush.stroke();
  }
}

type ShapePainter = (brush: Brush, at: { x: number; y: number; radius: number }) => void;

const shapes: Record<Glyph, ShapePainter> = {
  person: (brush, { x, y, radius }) => brush.arc(x, y, radius, 0, 2 * Math.PI),
  vehicle: (brush, { x, y, radius }) => brush.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8),
  plate: (brush, { x, y, radius }) => brush.rect(x - radius * 1.5, y - radius * 0.7, radius * 3, radius * 1.4),
  animal: (brush, { x, y, radius }) => polygon(brush, [x, y - radius, x + radius, y + radius, x - radius, y + radius]),
  other: (brush, { x, y, radius }) => polygon(brush, [x, y - radius, x + radius, y, x, y + radius, x - radius, y]),
};

function polygon(brush: Brush, points: readonly number[]): void {
  for (let n = 0; n < points.length; n += 2) brush.lineTo(points[n] as number, points[n + 1] as number);
  brush.closePath();
}

function paintEvents(brush: Brush, { scale, palette }: MarksScene, marks: readonly TimelineMark[], box: Box): void {
  for (const { xPx, count } of spreadEvents(marks, scale)) {
    if (xPx < -EVENT_PX || xPx > scale.widthPx + EVENT_PX) continue;
    const radius = count > 1 ? EVENT_PX + 1 : EVENT_PX;
    brush.beginPath();
    brush.arc(xPx, box.top + box.height - radius - 3, radius, 0, 2 * Math.PI);
    brush.fillStyle = palette.event;
    brush.fill();
    brush.lineWidth = 1.5;
    brush.strokeStyle = palette.surface;
    brush.stroke();
  }
}
