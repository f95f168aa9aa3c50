import type { Span } from './lane.ts';
import type { TimelineLayout } from './layout.ts';
import type { TimelinePalette } from './palette.ts';
import { type TimeScale, xOf } from './time-scale.ts';

export interface OverlayScene {
  scale: TimeScale;
  layout: TimelineLayout;
  palette: TimelinePalette;
  nowMs: number;
  playheadMs: number;
  playheadText: string;
  hover: { atMs: number; text: string } | undefined;
  range: Span | undefined;
  isScrubbing: boolean;
}

type Brush = CanvasRenderingContext2D;

/** Everything that moves over the lanes: the present, the range, the pointer's time and the playhead. */
export function paintOverlay(brush: Brush, scene: OverlayScene): void {
  paintPresent(brush, scene);
  if (scene.range) paintRange(brush, scene, scene.range);
  paintPlayhead(brush, scene);
  if (scene.hover && !scene.isScrubbing) paintHover(brush, scene, scene.hover);
}

function paintPresent(brush: Brush, { scale, layout, palette, nowMs }: OverlayScene): void {
  const x = Math.round(xOf(scale, nowMs));
  if (x < 0 || x > scale.widthPx) return;
  brush.fillStyle = palette.live;
  brush.fillRect(x, layout.rulerPx - 6, 2, layout.heightPx - layout.rulerPx + 6);
}

function paintRange(brush: Brush, { scale, layout, palette }: OverlayScene, { startMs, endMs }: Span): void {
  const left = xOf(scale, startMs);
  const right = xOf(scale, endMs);
  brush.fillStyle = palette.mark;
  brush.globalAlpha = 0.22;
  brush.fillRect(left, layout.rulerPx - 6, right - left, layout.heightPx - layout.rulerPx + 6);
  brush.globalAlpha = 1;
  for (const x of [left, right]) {
    brush.fillRect(Math.round(x) - 1, layout.rulerPx - 6, 2, layout.heightPx - layout.rulerPx + 6);
    brush.beginPath();
    brush.roundRect(x - 4, layout.heightPx / 2, 8, 20, 4);
    brush.fill();
  }
  brush.fillRect(left, layout.rulerPx - 6, right - left, 2);
}

function paintHover(brush: Brush, scene: OverlayScene, hover: { atMs: number; text: string }): void {
  const { scale, layout, palette } = scene;
  const x = Math.round(xOf(scale, hover.atMs));
  brush.fillStyle = palette.quiet;
  brush.fillRect(x, layout.rulerPx - 4, 1, layout.heightPx - layout.rulerPx + 4);
  paintPill(brush, scene, { x, text: hover.text, ground: palette.surface, ink: palette.text, edge: palette.line });
}

function paintPlayhead(brush: Brush, scene: OverlayScene): void {
  const { scale, layout, palette, playheadMs, playheadText } = scene;
  const x = Math.round(xOf(scale, playheadMs));
  if (x < -60 || x > scale.widthPx + 60) return;
  // A light outline, so that it is visible on footage and on gaps.
  brush.fillStyle = palette.surface;
  brush.fillRect(x - 2, layout.rulerPx - 4, 4, layout.heightPx - layout.rulerPx + 4);
  brush.fillStyle = palette.mark;
  brush.fillRect(x - 1, layout.rulerPx - 6, 2, layout.heightPx - layout.rulerPx + 6);
  brush.beginPath();
  brush.moveTo(x - 6, layout.rulerPx - 8);
  brush.lineTo(x + 6, layout.rulerPx - 8);
  brush.lineTo(x, layout.rulerPx - 1);
  brush.fill();
  paintPill(brush, scene, { x, text: playheadText, ground: palette.mark, ink: palette.onMark, edge: palette.mark });
}

interface Pill {
  x: number;
  text: string;
  ground: string;
  ink: string;
  edge: string;
}

function paintPill(brush: Brush, { scale }: OverlayScene, { x, text, ground, ink, edge }: Pill): void {
  brush.font = '500 12px Roboto, system-ui, sans-serif';
  const widthPx = brush.measureText(text).width + 14;
  const left = Math.min(Math.max(0, x - widthPx / 2), scale.widthPx - widthPx);
  brush.fillStyle = ground;
  brush.strokeStyle = edge;
  brush.lineWidth = 1;
  brush.beginPath();
  brush.roundRect(left + 0.5, 4.5, widthPx - 1, 21, 6);
  brush.fill();
  brush.stroke();
  brush.fillStyle = ink;
  brush.textBaseline = 'middle';
  brush.textAlign = 'left';
  brush.fillText(text, left + 7, 15.5);
}
