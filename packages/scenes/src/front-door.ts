import { Canvas, type Colour, type Point } from './canvas.ts';
import { drawPerson, personBox } from './person.ts';
import { inPicture, type Scene } from './scene.ts';

const SIZE = { width: 640, height: 360 };
const FPS = 10;
const SECONDS = 30;
const FLOOR = 306;
const DOOR = { x: 356, y: 92, width: 112, height: FLOOR - 92 };

/** When the door is open, in seconds of the scene: the ground truth for a door sensor. */
export const doorOpen = { fromSecond: 9, toSecond: 16 } as const;

const visit = { arrives: 8, enters: 11, isIn: 13, ringsAt: 7.5 };

function drawBackdrop(canvas: Canvas): void {
  const { width, height } = SIZE;
  canvas.rect({ x: 0, y: 0, width, height }, [182, 164, 142]);
  for (let y = 0; y < FLOOR; y += 18) {
    canvas.rect({ x: 0, y, width, height: 1.6 }, [158, 140, 118]);
    for (let x = (y / 18) % 2 === 0 ? 0 : 22; x < width; x += 44)
      canvas.rect({ x, y, width: 1.6, height: 18 }, [160, 142, 120]);
  }
  canvas.rect({ x: 0, y: FLOOR, width, height: height - FLOOR }, [126, 122, 116]);
  for (let x = -200; x < width + 200; x += 74)
    canvas.stroke([x, height], [x + (320 - x) * 0.16, FLOOR], 1.6, [102, 98, 94]);
  canvas.rect({ x: 96, y: 108, width: 150, height: 108 }, [236, 232, 224]);
  canvas.rect({ x: 104, y: 116, width: 134, height: 92 }, [92, 114, 130]);
  canvas.polygon(
    [
      [104, 190],
      [172, 116],
      [206, 116],
      [104, 208],
    ],
    [124, 146, 160],
  );
  canvas.rect({ x: 168, y: 108, width: 6, height: 108 }, [236, 232, 224]);
  canvas.rect({ x: DOOR.x - 12, y: DOOR.y - 12, width: DOOR.width + 24, height: DOOR.height + 12 }, [232, 228, 220]);
  canvas.rect({ x: 498, y: 150, width: 20, height: 32 }, [214, 210, 200]);
  canvas.circle({ x: 508, y: 166, radius: 5 }, [120, 40, 36]);
  canvas.rect({ x: DOOR.x - 4, y: FLOOR + 6, width: DOOR.width + 8, height: 18 }, [86, 66, 52]);
  canvas.rect({ x: 560, y: 246, width: 42, height: 60 }, [150, 84, 60]);
  for (const [x, y, radius] of [
    [566, 236, 20],
    [592, 226, 24],
    [580, 210, 20],
  ] as const)
    canvas.circle({ x, y, radius }, [62, 104, 58]);
}

/** Hinged on the left and opening inwards: the leaf gets narrower and its far edge moves into the hall. */
function drawDoor(canvas: Canvas, opened: number): void {
  const { x, y, width, height } = DOOR;
  canvas.rect({ x, y, width, height }, [226, 196, 142]);
  canvas.rect({ x, y: y + height - 34, width, height: 34 }, [150, 112, 78]);
  canvas.rect({ x: x + width * 0.62, y: y + 40, width: 26, height: 34 }, [120, 84, 66]);
  const edge = x + width * (1 - 0.86 * opened);
  const back = 16 * opened;
  const leaf: Point[] = [
    [x, y],
    [edge, y + back],
    [edge, y + height - back],
    [x, y + height],
  ];
  const shade = 1 - 0.35 * opened;
  const paint = (colour: Colour): Colour => [colour[0] * shade, colour[1] * shade, colour[2] * shade];
  canvas.polygon(leaf, paint([44, 84, 92]));
  const across = (share: number) => x + (edge - x) * share;
  for (const [from, to] of [
    [0.1, 0.44],
    [0.55, 0.9],
  ] as const)
    canvas.polygon(
      [
        [across(0.18), y + height * from + back * 0.2],
        [across(0.82), y + height * from + back * 0.8 * (1 - from)],
        [across(0.82), y + height * to - back * 0.8 * to],
        [across(0.18), y + height * to - back * 0.2],
      ],
      paint([36, 68, 76]),
    );
  canvas.circle({ x: across(0.9), y: y + height * 0.52, radius: 4.5 - 2 * opened }, paint([222, 186, 92]));
}

const ease = (share: number) => {
  const held = Math.min(1, Math.max(0, share));
  return held * held * (3 - 2 * held);
};

/** Where the visitor stands or walks; undefined before they come and after they have gone in. */
function visitorAt(second: number) {
  const { arrives, enters, isIn } = visit;
  const threshold = DOOR.x + DOOR.width * 0.58;
  if (second < 2 || second >= isIn) return undefined;
  if (second < arrives)
    return { x: -30 + ((second - 2) / (arrives - 2)) * (threshold + 30), y: 344, height: 214, isWalking: true };
  if (second < enters) return { x: threshold, y: 344, height: 214, isWalking: false };
  const gone = (second - enters) / (isIn - enters);
  return { x: threshold, y: 344 - gone * 38, height: 214 - gone * 26, isWalking: true };
}

function draw(canvas: Canvas, second: number): void {
  drawDoor(canvas, Math.min(ease(second - doorOpen.fromSecond), ease(doorOpen.toSecond - second)));
  const visitor = visitorAt(second);
  if (visitor)
    drawPerson(canvas, {
      ...visitor,
      stride: visitor.isWalking ? Math.sin(second * 7) : 0,
      coat: [150, 62, 48],
      light: 1,
    });
}

const backdrop = new Canvas(SIZE.width, SIZE.height);
let drawn = false;

/** A person arrives, rings, waits until the door opens, and enters. */
export const frontDoor: Scene = {
  name: 'front-door',
  ...SIZE,
  fps: FPS,
  seconds: SECONDS,
  sound: `0.012*(random(0)-0.5)+0.25*between(t,${visit.ringsAt},${visit.ringsAt + 1.5})*exp(-3*(t-${visit.ringsAt}))*sin(2*PI*(if(lt(t,${visit.ringsAt + 0.5}),880,698))*t)`,
  draw(canvas, frame) {
    if (!drawn) drawBackdrop(backdrop);
    drawn = true;
    canvas.copyFrom(backdrop);
    draw(canvas, (frame % (FPS * SECONDS)) / FPS);
  },
  objectsAt(second) {
    const visitor = visitorAt(second);
    return visitor ? inPicture(SIZE, { name: 'visitor', label: 'person', box: personBox(visitor) }) : [];
  },
};
