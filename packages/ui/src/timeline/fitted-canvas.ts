import { createHatches, type Hatches } from './hatch.ts';
import type { TimelinePalette } from './palette.ts';

type Brush = CanvasRenderingContext2D;

/** A canvas as large as on the screen, in device pixels, with a bitmap of what rarely changes. Painted in CSS pixels. */
export interface FittedCanvas {
  /** Adapts it to its size on the screen; true if everything has to be painted again. */
  fit(heightPx: number): boolean;
  paintBase(palette: TimelinePalette, paint: (brush: Brush, hatches: Hatches) => void): void;
  /** The base, and over it what moves. */
  paint(paintOverlay: (brush: Brush) => void): void;
}

const MAX_DPR = 3;

export function createFittedCanvas(canvas: HTMLCanvasElement): FittedCanvas {
  const base = document.createElement('canvas');
  const brush = contextOf(canvas);
  const baseBrush = contextOf(base);
  // No size fits before the first one is set.
  let dpr = 0;
  let hatched: { dpr: number; palette: TimelinePalette; hatches: Hatches } | undefined;

  const hatchesFor = (palette: TimelinePalette): Hatches => {
    if (hatched?.dpr !== dpr || hatched.palette !== palette)
      hatched = { dpr, palette, hatches: createHatches(baseBrush, palette, { dpr, makeCanvas }) };
    return hatched.hatches;
  };
  const clear = (one: Brush) => {
    one.setTransform(1, 0, 0, 1, 0, 0);
    one.clearRect(0, 0, canvas.width, canvas.height);
  };
  const scaleUp = (one: Brush) => one.setTransform(dpr, 0, 0, dpr, 0, 0);

  return {
    fit: (heightPx) => {
      const nextDpr = Math.min(MAX_DPR, devicePixelRatio || 1);
      const width = Math.round(canvas.clientWidth * nextDpr);
      const height = Math.round(heightPx * nextDpr);
      const isFitting = canvas.width === width && canvas.height === height && dpr === nextDpr;
      if (isFitting || width === 0) return false;
      dpr = nextDpr;
      for (const one of [canvas, base]) Object.assign(one, { width, height });
      return true;
    },
    paintBase: (palette, paint) => {
      clear(baseBrush);
      scaleUp(baseBrush);
      paint(baseBrush, hatchesFor(palette));
    },
    paint: (paintOverlay) => {
      clear(brush);
      brush.drawImage(base, 0, 0);
      scaleUp(brush);
      paintOverlay(brush);
    },
  };
}

const makeCanvas = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height });

function contextOf(canvas: HTMLCanvasElement): Brush {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser paints no canvas');
  return context;
}
