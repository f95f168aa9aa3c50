import { Canvas, type Colour } from './canvas.ts';
import { type Car, type CarPlace, carBox, drawCar, plateBox } from './car.ts';
import { drawPerson, personBox } from './person.ts';
import { inPicture, type Scene, type SceneObject } from './scene.ts';

export interface Pass extends Car {
  /** When the car comes into view, in seconds of the scene. */
  startSecond: number;
  facing: 'us' | 'away';
}

/** The passing cars and their plates: the ground truth for plate reading. */
export const streetPasses: readonly Pass[] = [
  { plate: 'KTR4821', paint: [178, 34, 38], facing: 'us', startSecond: 1 },
  { plate: 'MV70XPA', paint: [46, 82, 150], facing: 'away', startSecond: 8 },
  { plate: 'BHL3096', paint: [226, 226, 222], facing: 'us', startSecond: 14 },
  { plate: 'W5TJ210', paint: [52, 58, 60], facing: 'us', startSecond: 23 },
  { plate: 'EC18FNU', paint: [200, 160, 40], facing: 'away', startSecond: 30 },
];

const SIZE = { width: 960, height: 540 };
const FPS = 10;
const SECONDS = 40;
const HORIZON = 168;
const PASS_SECONDS = 7;
const WALK = { startSecond: 18, seconds: 16 };

interface Palette {
  sky: readonly [Colour, Colour];
  hill: Colour;
  ground: Colour;
  pavement: Colour;
  road: Colour;
  mark: Colour;
  walls: readonly Colour[];
  window: Colour;
  lit: Colour;
}

const day: Palette = {
  sky: [
    [116, 164, 214],
    [206, 222, 232],
  ],
  hill: [96, 126, 92],
  ground: [104, 134, 82],
  pavement: [172, 170, 164],
  road: [92, 94, 98],
  mark: [226, 224, 214],
  walls: [
    [196, 168, 138],
    [214, 206, 190],
    [168, 110, 92],
    [188, 190, 182],
  ],
  window: [86, 104, 120],
  lit: [86, 104, 120],
};
const night: Palette = {
  sky: [
    [8, 10, 22],
    [20, 23, 38],
  ],
  hill: [12, 15, 18],
  ground: [17, 22, 18],
  pavement: [40, 40, 44],
  road: [27, 28, 32],
  mark: [92, 92, 90],
  walls: [
    [34, 30, 28],
    [40, 38, 38],
    [30, 24, 24],
    [36, 36, 38],
  ],
  window: [18, 20, 26],
  lit: [226, 178, 96],
};

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

function drawBackdrop(canvas: Canvas, palette: Palette, isNight: boolean): void {
  const { width, height } = SIZE;
  for (let y = 0; y < HORIZON; y += 1)
    canvas.rect({ x: 0, y, width, height: 1 }, mix(palette.sky[0], palette.sky[1], y / HORIZON));
  canvas.polygon(
    [
      [0, HORIZON - 26],
      [220, HORIZON - 44],
      [480, HORIZON - 22],
      [760, HORIZON - 50],
      [width, HORIZON - 30],
      [width, HORIZON + 4],
      [0, HORIZON + 4],
    ],
    palette.hill,
  );
  canvas.rect({ x: 0, y: HORIZON, width, height: height - HORIZON }, palette.ground);
  canvas.polygon(
    [
      [420, HORIZON],
      [540, HORIZON],
      [width + 190, height],
      [-190, height],
    ],
    palette.pavement,
  );
  canvas.polygon(
    [
      [436, HORIZON],
      [524, HORIZON],
      [width + 20, height],
      [-20, height],
    ],
    palette.road,
  );
  for (let z = 6; z > 0.9; z -= 0.5) drawMark(canvas, palette.mark, z);
  drawHouses(canvas, palette);
  if (isNight) drawLamps(canvas);
}

const rowAt = (z: number) => HORIZON + (SIZE.height - HORIZON) / z;

function drawMark(canvas: Canvas, colour: Colour, z: number): void {
  const [far, near] = [z, z - 0.22];
  canvas.polygon(
    [
      [480 - 6 / far, rowAt(far)],
      [480 + 6 / far, rowAt(far)],
      [480 + 6 / near, rowAt(near)],
      [480 - 6 / near, rowAt(near)],
    ],
    colour,
  );
}

function drawHouses(canvas: Canvas, palette: Palette): void {
  const houses = [
    { x: 14, width: 150, top: 44, base: 268 },
    { x: 178, width: 104, top: 78, base: 226 },
    { x: 690, width: 112, top: 72, base: 230 },
    { x: 816, width: 136, top: 36, base: 272 },
  ];
  houses.forEach(({ x, width, top, base }, i) => {
    const wall = palette.walls[i % palette.walls.length] ?? palette.walls[0] ?? palette.hill;
    canvas.rect({ x, y: top, width, height: base - top }, wall);
    canvas.polygon(
      [
        [x - 8, top],
        [x + width / 2, top - 34],
        [x + width + 8, top],
      ],
      mix(wall, [40, 26, 24], 0.6),
    );
    const doorway = Math.min(46, base - top - 120);
    canvas.rect(
      { x: x + width * 0.41, y: base - doorway, width: width * 0.18, height: doorway },
      mix(wall, [30, 24, 22], 0.7),
    );
    for (let row = 0; row < 2; row += 1)
      for (let column = 0; column < 2; column += 1) {
        const isLit = (i + row * 2 + column) % 3 === 0;
        canvas.rect(
          { x: x + width * (0.16 + column * 0.44), y: top + 18 + row * 62, width: width * 0.24, height: 34 },
          isLit ? palette.lit : palette.window,
        );
      }
  });
}

function drawLamps(canvas: Canvas): void {
  for (const { x, base, top } of [
    { x: 318, base: 250, top: 96 },
    { x: 652, base: 252, top: 92 },
  ]) {
    canvas.stroke([x, base], [x, top], 4, [44, 46, 50]);
    canvas.stroke([x, top], [x + (x < 480 ? 26 : -26), top - 4], 4, [44, 46, 50]);
    const head = { x: x + (x < 480 ? 28 : -28), y: top };
    canvas.glow({ ...head, radius: 150, strength: 0.55 }, [255, 190, 104]);
    canvas.glow({ x: head.x + (x < 480 ? 40 : -40), y: base + 26, radius: 170, strength: 0.28 }, [255, 190, 104]);
    canvas.circle({ ...head, radius: 5 }, [255, 232, 180]);
  }
}

/** Perspective: at constant speed a car grows slowly in the distance and passes fast. Undefined while it is out of view. */
function carAt({ startSecond, facing }: Pass, second: number): CarPlace | undefined {
  const progress = (second - startSecond) / PASS_SECONDS;
  if (progress < 0 || progress >= 1) return undefined;
  const z = 6.4 - 5.5 * (facing === 'us' ? progress : 1 - progress);
  const side = facing === 'us' ? 1 : -1;
  return { x: 480 + (side * 205) / z, y: rowAt(z) - 14 / z, width: 300 / z, facing };
}

function drawPass(canvas: Canvas, pass: Pass, { second, isNight }: { second: number; isNight: boolean }): void {
  const place = carAt(pass, second);
  if (place) drawCar(canvas, pass, { ...place, night: isNight });
}

/** Somebody on the pavement. */
function walkerAt(second: number) {
  const walked = (second - WALK.startSecond) / WALK.seconds;
  if (walked < 0 || walked >= 1) return undefined;
  return { x: -30 + walked * 380, y: 382 - walked * 128, height: 132 - walked * 62 };
}

export interface StreetPlan {
  name: string;
  light: 'day' | 'night';
  passes?: readonly Pass[];
  seconds?: number;
  /** A car parked at the kerb. */
  parked?: Car;
  rain?: boolean;
}

const RAIN_STREAKS = 220;

/** Deterministic: the same drops for the same frame. */
function drawRain(canvas: Canvas, frame: number, isNight: boolean): void {
  const colour: Colour = isNight ? [70, 74, 84] : [196, 202, 210];
  for (let i = 0; i < RAIN_STREAKS; i += 1) {
    const x = (i * 197 + frame * 53) % SIZE.width;
    const y = (i * 131 + frame * 89) % SIZE.height;
    canvas.stroke([x, y], [x - 2, y + 9], 1, colour);
  }
}

/** A street with passing cars; defaults are those of the demo. */
export function street({
  name,
  light,
  passes = streetPasses,
  seconds = SECONDS,
  parked,
  rain = false,
}: StreetPlan): Scene {
  const isNight = light === 'night';
  const palette = isNight ? night : day;
  const backdrop = new Canvas(SIZE.width, SIZE.height);
  let drawn = false;
  return {
    name,
    ...SIZE,
    fps: FPS,
    seconds,
    sound: '0.03*(random(0)-0.5)+0.02*sin(2*PI*70*t)*sin(PI*t/10)*sin(PI*t/10)',
    draw(canvas, frame) {
      if (!drawn) drawBackdrop(backdrop, palette, isNight);
      drawn = true;
      canvas.copyFrom(backdrop);
      const second = (frame % (FPS * seconds)) / FPS;
      const walker = walkerAt(second);
      if (walker)
        drawPerson(canvas, {
          ...walker,
          stride: Math.sin(second * 6),
          coat: [58, 96, 84],
          light: isNight ? 0.35 : 1,
        });
      if (parked) drawCar(canvas, parked, { x: 84, y: 352, width: 138, facing: 'away', night: isNight });
      const farFirst = passes.toSorted((a, b) => b.startSecond - a.startSecond);
      for (const pass of farFirst) drawPass(canvas, pass, { second, isNight });
      if (rain) drawRain(canvas, frame, isNight);
    },
    objectsAt(second) {
      const walker = walkerAt(second);
      const cars = passes.flatMap((pass): SceneObject[] => {
        const place = carAt(pass, second);
        if (!place) return [];
        const plate = { text: pass.plate, box: plateBox(place) };
        return [{ name: pass.plate, label: 'car', box: carBox(place), plate }];
      });
      const people: SceneObject[] = walker ? [{ name: 'walker', label: 'person', box: personBox(walker) }] : [];
      return [...cars, ...people].flatMap((object) => inPicture(SIZE, object));
    },
  };
}

export const streetByDay: Scene = street({ name: 'street-day', light: 'day' });
export const streetByNight: Scene = street({ name: 'street-night', light: 'night' });
