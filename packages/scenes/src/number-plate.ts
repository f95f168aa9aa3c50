import type { Canvas } from './canvas.ts';
import { drawLettering, letteringWidth } from './lettering.ts';
import type { Box } from './scene.ts';

const HEIGHT = 0.22;

export const numberPlateBox = ({ x, y, width }: { x: number; y: number; width: number }): Box => ({
  left: x - width / 2,
  top: y - (width * HEIGHT) / 2,
  right: x + width / 2,
  bottom: y + (width * HEIGHT) / 2,
});

/** A white plate with black letters around a centre. */
export function drawNumberPlate(
  canvas: Canvas,
  text: string,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const height = width * HEIGHT;
  const rim = Math.max(0.6, width * 0.012);
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  canvas.rect(box, [24, 24, 26]);
  canvas.rect({ x: box.x + rim, y: box.y + rim, width: width - 2 * rim, height: height - 2 * rim }, [242, 242, 236]);
  const capitals = height * 0.64;
  const fit = Math.min(1, (width * 0.92) / letteringWidth(text, capitals));
  const letters = capitals * fit;
  drawLettering(canvas, text, {
    x: x - letteringWidth(text, letters) / 2,
    y: y - letters / 2,
    height: letters,
    colour: [14, 14, 18],
  });
}
