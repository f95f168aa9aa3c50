import type { Canvas, Colour } from './canvas.ts';
import { drawNumberPlate, numberPlateBox } from './number-plate.ts';
import type { Box } from './scene.ts';

export interface Car {
  plate: string;
  paint: Colour;
}

const scaled = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];

export interface CarPlace {
  x: number;
  y: number;
  width: number;
  facing: 'us' | 'away';
}

/** A car that comes towards the camera or drives away, with its wheels on `y` and its centre at `x`. */
export function drawCar(canvas: Canvas, { plate, paint }: Car, place: CarPlace & { night: boolean }): void {
  const { x, y, width, facing, night } = place;
  const u = width / 20;
  const light = night ? 0.4 : 1;
  const at = (dx: number, dy: number): [number, number] => [x + dx * u, y - dy * u];
  canvas.polygon([at(-10.5, 0.2), at(10.5, 0.2), at(9.5, -0.8), at(-9.5, -0.8)], night ? [12, 13, 17] : [58, 60, 64]);
  for (const side of [-1, 1])
    canvas.polygon([at(side * 9.6, 3), at(side * 6.2, 3), at(side * 6.2, 0), at(side * 9.6, 0)], [18, 18, 20]);
  canvas.polygon(
    [at(-10, 7.6), at(-10, 2.4), at(-9.2, 1.6), at(9.2, 1.6), at(10, 2.4), at(10, 7.6), at(8.8, 9), at(-8.8, 9)],
    scaled(paint, light),
  );
  canvas.polygon(
    [at(-8.4, 9), at(-6.6, 14), at(-5.4, 14.8), at(5.4, 14.8), at(6.6, 14), at(8.4, 9)],
    scaled(paint, light * 0.86),
  );
  canvas.polygon([at(-7.2, 9.3), at(-5.8, 13.6), at(5.8, 13.6), at(7.2, 9.3)], night ? [16, 20, 28] : [70, 92, 108]);
  canvas.polygon([at(-6.6, 10), at(-5.9, 12.4), at(-2, 13.2), at(-3.2, 10)], night ? [26, 31, 41] : [112, 136, 150]);
  canvas.rect({ x: x - 9.8 * u, y: y - 3.8 * u, width: 19.6 * u, height: 1.7 * u }, scaled(paint, light * 0.66));
  const lamp: Colour = facing === 'us' ? [252, 248, 226] : [206, 26, 24];
  for (const side of [-1, 1]) {
    canvas.polygon([at(side * 9.6, 7.4), at(side * 6, 7), at(side * 6, 5.6), at(side * 9.6, 5.4)], lamp);
    if (night)
      canvas.glow(
        { x: x + side * 7.8 * u, y: y - 6.4 * u, radius: (facing === 'us' ? 7 : 3.4) * u, strength: 0.7 },
        facing === 'us' ? [255, 240, 205] : [190, 30, 22],
      );
  }
  if (facing === 'us')
    canvas.rect({ x: x - 4.6 * u, y: y - 7.2 * u, width: 9.2 * u, height: 1.5 * u }, scaled(paint, light * 0.4));
  drawNumberPlate(canvas, plate, platePlace(place));
}

const platePlace = ({ x, y, width, facing }: CarPlace) => ({
  x,
  y: y - ((facing === 'us' ? 3.5 : 4.6) * width) / 20,
  width: (7.4 * width) / 20,
});

export const plateBox = (place: CarPlace): Box => numberPlateBox(platePlace(place));

/** What a detector would draw around it. */
export const carBox = ({ x, y, width }: { x: number; y: number; width: number }) => ({
  left: x - width / 2,
  top: y - width * 0.74,
  right: x + width / 2,
  bottom: y,
});
