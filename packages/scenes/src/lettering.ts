import type { Canvas, Colour } from './canvas.ts';

// Each letter as strokes on a grid four wide and six high, like the embossed letters of number plates.
const strokes: Record<string, string> = {
  A: '0,6 2,0 4,6|0.8,4 3.2,4',
  B: '0,0 0,6 2.6,6 4,5 4,4 2.8,3 0,3|0,0 2.4,0 3.6,0.8 3.6,2.2 2.6,3',
  C: '4,1.2 3,0 1,0 0,1.2 0,4.8 1,6 3,6 4,4.8',
  D: '0,0 0,6 2.4,6 4,4.6 4,1.4 2.4,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3.2,3',
  F: '4,0 0,0 0,6|0,3 3.2,3',
  G: '4,1.2 3,0 1,0 0,1.2 0,4.8 1,6 3,6 4,4.8 4,3.2 2.4,3.2',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '2,0 2,6',
  J: '3.6,0 3.6,4.8 2.6,6 1.2,6 0.2,4.8',
  K: '0,0 0,6|4,0 0,3.4|1.4,2.4 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3.2 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1.2 4,4.8 3,6 1,6 0,4.8 0,1.2 1,0',
  P: '0,6 0,0 2.8,0 4,1 4,2.4 2.8,3.4 0,3.4',
  Q: '1,0 3,0 4,1.2 4,4.8 3,6 1,6 0,4.8 0,1.2 1,0|2.6,4.4 4.2,6.2',
  R: '0,6 0,0 2.8,0 4,1 4,2.4 2.8,3.4 0,3.4|2,3.4 4,6',
  S: '4,1.1 3,0 1,0 0,1.1 0,2 1,2.9 3,3.1 4,4 4,4.9 3,6 1,6 0,4.9',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,4.8 1,6 3,6 4,4.8 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  0: '1.2,0 2.8,0 3.8,1.2 3.8,4.8 2.8,6 1.2,6 0.2,4.8 0.2,1.2 1.2,0',
  1: '0.8,1.2 2.2,0 2.2,6',
  2: '0,1.2 1,0 3,0 4,1.2 4,2.2 0,6 4,6',
  3: '0,0.8 1,0 3,0 4,1 4,2 2.8,2.9 1.6,2.9|2.8,2.9 4,3.9 4,5 3,6 1,6 0,5.1',
  4: '3,6 3,0 0,4.2 4,4.2',
  5: '3.8,0 0.4,0 0.2,2.8 1.2,2.3 2.9,2.3 4,3.3 4,4.9 3,6 1,6 0,5',
  6: '3.7,0.8 2.9,0 1.2,0 0,1.4 0,4.8 1,6 3,6 4,4.9 4,3.6 3,2.6 1,2.6 0,3.6',
  7: '0,0 4,0 1.4,6',
  8: '1.2,2.9 0.2,2 0.2,1 1.2,0 2.8,0 3.8,1 3.8,2 2.8,2.9 1.2,2.9 0,3.9 0,5 1,6 3,6 4,5 4,3.9 2.8,2.9',
  9: '0.3,5.2 1.1,6 2.8,6 4,4.6 4,1.2 3,0 1,0 0,1.1 0,2.4 1,3.4 3,3.4 4,2.4',
};

const FIELD_HEIGHT = 6;
const ADVANCE = 5.5;
const PEN = 0.95;

/** Width of a text whose capitals are `height` high, from the first stroke to the last. */
export const letteringWidth = (text: string, height: number): number =>
  ((text.length - 1) * ADVANCE + 4) * (height / FIELD_HEIGHT);

/** Capitals and digits; anything else is a space. */
export function drawLettering(
  canvas: Canvas,
  text: string,
  { x, y, height, colour }: { x: number; y: number; height: number; colour: Colour },
): void {
  const unit = height / FIELD_HEIGHT;
  [...text].forEach((letter, index) => {
    const left = x + index * ADVANCE * unit;
    for (const line of (strokes[letter] ?? '').split('|').filter(Boolean)) {
      const points = line.split(' ').map((pair) => pair.split(',').map(Number));
      for (let i = 0; i + 1 < points.length; i += 1) {
        const [fromX = 0, fromY = 0] = points[i] ?? [];
        const [toX = 0, toY = 0] = points[i + 1] ?? [];
        canvas.stroke([left + fromX * unit, y + fromY * unit], [left + toX * unit, y + toY * unit], PEN * unit, colour);
      }
    }
  });
}
