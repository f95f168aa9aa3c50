import type { TimelineLayout } from './layout.ts';
import type { TimelinePalette } from './palette.ts';
import { type Tick, type Ticks, ticksOf } from './ticks.ts';
import { type TimeScale, xOf } from './time-scale.ts';
import { DAY_MS, type Zone } from './zone.ts';

/** Formats times; the locale comes from outside. */
export interface TimeLabels {
  clock(atMs: number, withSeconds: boolean): string;
  /** Short, like "Mon 12". */
  day(atMs: number): string;
  /** With its month, like "Mon 12 Oct". */
  date(atMs: number): string;
}

export interface RulerScene {
  scale: TimeScale;
  layout: TimelineLayout;
  palette: TimelinePalette;
  zone: Zone;
  labels: TimeLabels;
}

type Brush = CanvasRenderingContext2D;

const BASE_PX = 15;
const LABEL_PX = 84;
const MINUTE_MS = 60_000;

export function paintRuler(brush: Brush, scene: RulerScene): void {
  const { scale, layout, palette, zone } = scene;
  const ticks = ticksOf(scale, zone, LABEL_PX);
  brush.fillStyle = palette.line;
  brush.fillRect(0, layout.rulerPx - 1, scale.widthPx, 1);
  brush.beginPath();
  for (const atMs of ticks.fine) brush.rect(Math.round(xOf(scale, atMs)), layout.rulerPx - 5, 1, 4);
  for (const { atMs, isDay } of ticks.labelled) {
    const x = Math.round(xOf(scale, atMs));
    brush.rect(x, layout.rulerPx - 9, 1, 8);
    // Midnight is a line through all lanes.
    if (isDay) brush.rect(x, layout.rulerPx, 1, layout.heightPx - layout.rulerPx);
  }
  brush.fill();
  brush.textBaseline = 'alphabetic';
  brush.textAlign = 'left';
  const fromPx = paintStickyDate(brush, scene, ticks);
  for (const tick of ticks.labelled) paintLabel(brush, scene, ticks, tick, fromPx);
}

function paintLabel(
  brush: Brush,
  { scale, palette, labels }: RulerScene,
  { stepMs }: Ticks,
  tick: Tick,
  fromPx: number,
) {
  const isDate = tick.isDay && stepMs < DAY_MS;
  const text = isDate
    ? labels.date(tick.atMs)
    : stepMs >= DAY_MS
      ? labels.day(tick.atMs)
      : labels.clock(tick.atMs, stepMs < MINUTE_MS);
  brush.font = `${isDate ? 600 : 400} 12px Roboto, system-ui, sans-serif`;
  const x = xOf(scale, tick.atMs) + 5;
  if (x < fromPx || x + 24 > scale.widthPx) return;
  brush.fillStyle = isDate ? palette.text : palette.quiet;
  brush.fillText(text, x, BASE_PX + 4);
}

/** The day at the left edge, because a view of one afternoon contains no midnight label. */
function paintStickyDate(brush: Brush, { scale, palette, labels }: RulerScene, { stepMs, labelled }: Ticks): number {
  if (stepMs >= DAY_MS) return 0;
  const text = labels.date(scale.startMs);
  brush.font = '600 12px Roboto, system-ui, sans-serif';
  const widthPx = brush.measureText(text).width + 16;
  const nextDay = labelled.find(({ isDay }) => isDay);
  if (nextDay && xOf(scale, nextDay.atMs) < widthPx) return 0;
  brush.fillStyle = palette.text;
  brush.fillText(text, 6, BASE_PX + 4);
  return widthPx;
}
