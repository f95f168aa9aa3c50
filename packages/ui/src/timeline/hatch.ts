import type { ReasonFamily, TimelinePalette } from './palette.ts';

export type Hatches = Record<ReasonFamily, CanvasPattern | string>;

type MakeCanvas = (width: number, height: number) => HTMLCanvasElement | OffscreenCanvas;

/** A pattern for each family, so that they differ by more than their colour: none, strokes, crosses, dots. */
export function createHatches(
  context: CanvasRenderingContext2D,
  palette: TimelinePalette,
  options: { dpr: number; makeCanvas: MakeCanvas },
): Hatches {
  const size = Math.round(8 * options.dpr);
  const pattern = (color: string, draw: (brush: CanvasRenderingContext2D) => void): CanvasPattern | string => {
    const tile = options.makeCanvas(size, size);
    const brush = tile.getContext('2d') as CanvasRenderingContext2D | null;
    if (!brush) return color;
    brush.strokeStyle = color;
    brush.fillStyle = color;
    brush.lineWidth = Math.max(1, 1.1 * options.dpr);
    draw(brush);
    const made = context.createPattern(tile, 'repeat');
    // Patterns are in device pixels, the canvas transform in CSS pixels.
    made?.setTransform(new DOMMatrix().scale(1 / options.dpr));
    return made ?? color;
  };
  const strokes = (brush: CanvasRenderingContext2D, rising: boolean) => {
    brush.beginPath();
    for (const shift of [-size, 0, size]) {
      brush.moveTo(shift, rising ? size : 0);
      brush.lineTo(shift + size, rising ? 0 : size);
    }
    brush.stroke();
  };
  return {
    wanted: pattern(palette.wanted, (brush) => {
      brush.beginPath();
      brush.arc(size / 2, size / 2, options.dpr * 0.9, 0, 2 * Math.PI);
      brush.fill();
    }),
    away: pattern(palette.away, (brush) => strokes(brush, true)),
    fault: pattern(palette.fault, (brush) => {
      strokes(brush, true);
      strokes(brush, false);
    }),
    deleted: pattern(palette.deleted, (brush) => {
      brush.beginPath();
      brush.moveTo(0, size / 2);
      brush.lineTo(size / 2, size / 2);
      brush.stroke();
    }),
  };
}
