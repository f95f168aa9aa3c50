import type { Canvas, Colour } from './canvas.ts';

/** A person standing on `y`; `stride` swings the legs and arms from -1 to 1. */
export function drawPerson(
  canvas: Canvas,
  {
    x,
    y,
    height,
    stride,
    coat,
    light,
  }: { x: number; y: number; height: number; stride: number; coat: Colour; light: number },
): void {
  const u = height / 18;
  const lit = ([red, green, blue]: Colour): Colour => [red * light, green * light, blue * light];
  const [trousers, skin, hair] = [lit([44, 48, 66]), lit([214, 172, 142]), lit([58, 42, 32])];
  const hip: [number, number] = [x, y - 8.4 * u];
  const shoulder: [number, number] = [x, y - 14 * u];
  for (const side of [-1, 1]) {
    const swing = side * (0.9 + stride * 2.4) * u;
    canvas.stroke([hip[0] + side * 0.5 * u, hip[1]], [x + swing * 0.7, y - 4.2 * u], 1.9 * u, trousers);
    canvas.stroke([x + swing * 0.7, y - 4.2 * u], [x + swing, y - 0.6 * u], 1.6 * u, trousers);
    canvas.stroke([x + swing, y - 0.4 * u], [x + swing + 1.1 * u, y - 0.4 * u], 0.9 * u, lit([28, 26, 26]));
  }
  canvas.stroke([shoulder[0], shoulder[1] + 0.8 * u], [hip[0], hip[1] - 0.3 * u], 4 * u, lit(coat));
  for (const side of [-1, 1]) {
    const swing = -side * stride * 1.6 * u;
    const hand: [number, number] = [x + side * 2 * u + swing, y - 8.4 * u];
    canvas.stroke([shoulder[0] + side * 1.5 * u, shoulder[1] + 0.6 * u], hand, 1.3 * u, lit(scaleTint(coat)));
    canvas.circle({ x: hand[0], y: hand[1], radius: 0.7 * u }, skin);
  }
  canvas.circle({ x, y: y - 16.2 * u, radius: 1.6 * u }, skin);
  canvas.polygon(
    [
      [x - 1.7 * u, y - 16.2 * u],
      [x - 1.3 * u, y - 17.7 * u],
      [x, y - 18.1 * u],
      [x + 1.3 * u, y - 17.7 * u],
      [x + 1.7 * u, y - 16.4 * u],
    ],
    hair,
  );
}

const scaleTint = ([red, green, blue]: Colour): Colour => [red * 0.82, green * 0.82, blue * 0.82];

/** What a detector would draw around them. */
export const personBox = ({ x, y, height }: { x: number; y: number; height: number }) => ({
  left: x - height * 0.18,
  top: y - height,
  right: x + height * 0.18,
  bottom: y,
});
