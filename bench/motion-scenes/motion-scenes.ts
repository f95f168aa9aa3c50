/** Generated scenes for motion analysis: grey frames at 320x180 and five a second, the same for the same seed. */
export const SCENE_WIDTH = 320;
export const SCENE_HEIGHT = 180;
export const SCENE_FPS = 5;

export const nuisances = [
  'clean',
  'rain',
  'snow',
  'headlight sweep',
  'cloud shadow',
  'flicker',
  'camera shake',
  'night noise',
  'swaying trees',
] as const;
export type Nuisance = (typeof nuisances)[number];

export type Subject = { kind: 'none' } | { kind: 'person'; heightShare: number } | { kind: 'car' };

export interface MotionScene {
  nuisance: Nuisance;
  subject: Subject;
  seed: number;
  seconds: number;
}

/** When the subject is in the picture, in seconds. */
export interface Visit {
  fromS: number;
  toS: number;
}

/** mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const smoothstep = (low: number, high: number, x: number) => {
  const t = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
};

/** A person walks about as far as 0.8 times their height a second, a car its length. */
const pxPerSecond = (subject: Exclude<Subject, { kind: 'none' }>) =>
  subject.kind === 'car' ? 60 : 0.8 * subject.heightShare * SCENE_HEIGHT;

export class SceneRenderer {
  readonly #scene: MotionScene;
  readonly #random: () => number;
  /** Larger than the frame by a margin, which camera shake brings into view. */
  readonly #ground: Float32Array;
  readonly #margin = 8;
  readonly #trees: { x: number; y: number; radius: number; phase: number; pace: number; leaves: Float32Array }[] = [];
  readonly #flakes: { x: number; y: number; size: number; speedX: number; speedY: number }[] = [];
  readonly #path: { fromX: number; toX: number; y: number; drop: number; tone: number };
  readonly visit: Visit | undefined;

  constructor(scene: MotionScene) {
    this.#scene = scene;
    this.#random = randomFrom(scene.seed * 7919 + nuisances.indexOf(scene.nuisance) * 104729 + 17);
    const random = this.#random;
    this.#ground = this.#drawGround();
    if (scene.nuisance === 'swaying trees')
      for (let i = 0; i < 3; i += 1)
        this.#trees.push({
          x: 30 + i * 90 + random() * 40,
          y: 40 + random() * 40,
          radius: 18 + random() * 14,
          phase: random() * 6,
          pace: 0.25 + random() * 0.5,
          leaves: Float32Array.from({ length: 61 * 61 }, () => random() * 70 - 35),
        });
    const flakes = scene.nuisance === 'snow' ? 90 : scene.nuisance === 'rain' ? 130 : 0;
    for (let i = 0; i < flakes; i += 1) {
      const near = random();
      this.#flakes.push({
        x: random() * SCENE_WIDTH,
        y: random() * SCENE_HEIGHT,
        size: scene.nuisance === 'snow' ? 0.7 + near * 1.3 : 5 + near * 9,
        speedX: (random() - 0.5) * 30,
        speedY: scene.nuisance === 'snow' ? 25 + near * 60 : 250 + near * 200,
      });
    }
    const rightwards = random() < 0.5;
    this.#path = {
      fromX: rightwards ? -0.1 : 1.1,
      toX: rightwards ? 1.1 : -0.1,
      y: 0.55 + random() * 0.35,
      drop: (random() - 0.5) * 0.1,
      tone: (random() < 0.5 ? -1 : 1) * (45 + random() * 35),
    };
    this.visit = this.#planVisit();
  }

  /** Where the subject is, in pixels from the left. */
  subjectX(atS: number): number | undefined {
    const { subject } = this.#scene;
    if (this.visit === undefined || subject.kind === 'none') return undefined;
    const { fromS, toS } = this.visit;
    if (atS < fromS || atS > toS) return undefined;
    const direction = Math.sign(this.#path.toX - this.#path.fromX);
    const start = direction > 0 ? 0.25 : 0.75;
    return start * SCENE_WIDTH + direction * pxPerSecond(subject) * (atS - fromS);
  }

  #planVisit(): Visit | undefined {
    const { subject, seconds } = this.#scene;
    if (subject.kind === 'none') return undefined;
    const fromS = Math.max(12, seconds * 0.5);
    const waySeconds = Math.min(seconds - fromS - 1, (SCENE_WIDTH * 0.4) / pxPerSecond(subject));
    return { fromS, toS: fromS + waySeconds };
  }

  #drawGround(): Float32Array {
    const random = this.#random;
    const margin = this.#margin;
    const [width, height] = [SCENE_WIDTH + 2 * margin, SCENE_HEIGHT + 2 * margin];
    const ground = new Float32Array(width * height);
    const sky = 150 + random() * 60;
    const floor = 90 + random() * 40;
    const grain = Float32Array.from({ length: width * height }, () => random() - 0.5);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        const base = y < height * 0.4 ? sky - y * 0.3 : floor + (y - height * 0.4) * 0.25;
        const coarse = grain[(y >> 2) * width + (x >> 2)] as number;
        ground[at] = base + (y < height * 0.4 ? 3 : 14) * coarse + (y < height * 0.4 ? 1 : 6) * (grain[at] as number);
      }
    for (let i = 0; i < 7; i += 1) {
      const [left, top] = [Math.floor(random() * width), Math.floor(height * (0.15 + random() * 0.4))];
      const [wide, tall] = [Math.floor(20 + random() * 60), Math.floor(15 + random() * 50)];
      const tone = 60 + random() * 130;
      for (let y = top; y < Math.min(height, top + tall); y += 1)
        for (let x = left; x < Math.min(width, left + wide); x += 1)
          ground[y * width + x] = tone + 8 * (grain[(y >> 1) * width + (x >> 1)] as number);
    }
    // A fence: fine edges that tremble when the camera does.
    for (let x = 0; x < width; x += 6)
      for (let y = Math.floor(height * 0.48); y < height * 0.56; y += 1) ground[y * width + x] = 60;
    return ground;
  }

  frame(number: number): Uint8Array {
    const random = this.#random;
    const atS = number / SCENE_FPS;
    const { nuisance } = this.#scene;
    const margin = this.#margin;
    const stride = SCENE_WIDTH + 2 * margin;
    const shake = nuisance === 'camera shake';
    const [shiftX, shiftY] = shake
      ? [1.5 * Math.sin(atS * 9) + random() * 1.5 - 0.75, 1.2 * Math.sin(atS * 7 + 1) + random() * 1.2 - 0.6]
      : [0, 0];
    const picture = new Float32Array(SCENE_WIDTH * SCENE_HEIGHT);
    const [wholeX, wholeY] = [Math.floor(shiftX), Math.floor(shiftY)];
    const [partX, partY] = [shiftX - wholeX, shiftY - wholeY];
    for (let y = 0; y < SCENE_HEIGHT; y += 1)
      for (let x = 0; x < SCENE_WIDTH; x += 1) {
        const at = (y + margin + wholeY) * stride + x + margin + wholeX;
        const top = (this.#ground[at] as number) * (1 - partX) + (this.#ground[at + 1] as number) * partX;
        const below =
          (this.#ground[at + stride] as number) * (1 - partX) + (this.#ground[at + stride + 1] as number) * partX;
        picture[y * SCENE_WIDTH + x] = top * (1 - partY) + below * partY;
      }
    for (const tree of this.#trees) this.#drawTree(picture, tree, atS);
    this.#drawSubject(picture, atS, shiftX, shiftY);
    this.#light(picture, atS);
    if (this.#flakes.length > 0) this.#drawFlakes(picture);
    const isNight = nuisance === 'night noise' || nuisance === 'headlight sweep';
    const noise = nuisance === 'night noise' ? 7 : isNight ? 3 : 1.6;
    const pixels = new Uint8Array(picture.length);
    for (let i = 0; i < picture.length; i += 1) {
      // Three uniform numbers are as good as a normal one here.
      const normal = (random() + random() + random() - 1.5) * 2;
      pixels[i] = Math.max(0, Math.min(255, (picture[i] as number) + normal * noise));
    }
    return pixels;
  }

  #light(picture: Float32Array, atS: number): void {
    const { nuisance, seed } = this.#scene;
    const gainAt = (x: number, y: number): number => {
      switch (nuisance) {
        case 'night noise':
          return 0.25;
        case 'headlight sweep': {
          // A beam crosses the wall every twenty seconds, within two.
          const pass = (atS + seed * 3) % 20;
          if (pass > 2.5) return 0.3;
          const middle = -60 + (pass / 2.5) * (SCENE_WIDTH + 120);
          const away = Math.hypot((x - middle) / 55, (y - SCENE_HEIGHT * 0.55) / 50);
          return 0.3 + 1.1 * Math.exp(-away * away);
        }
        case 'cloud shadow': {
          const edge = (((atS + seed * 5) % 40) / 40) * (SCENE_WIDTH + 260) - 130;
          const shade = smoothstep(edge - 60, edge, x) - smoothstep(edge + 130, edge + 200, x);
          return 1 - 0.45 * shade;
        }
        case 'flicker':
          return 1 + 0.18 * Math.sin(atS * 31.4 + seed) + (x > 200 && Math.sin(atS * 17.3) > 0.6 ? -0.15 : 0);
        case 'snow':
        case 'rain':
          return 0.8;
        default:
          return 1;
      }
    };
    for (let y = 0; y < SCENE_HEIGHT; y += 1)
      for (let x = 0; x < SCENE_WIDTH; x += 1) {
        const at = y * SCENE_WIDTH + x;
        picture[at] = (picture[at] as number) * gainAt(x, y);
      }
  }

  #drawTree(
    picture: Float32Array,
    {
      x,
      y,
      radius,
      phase,
      pace,
      leaves,
    }: { x: number; y: number; radius: number; phase: number; pace: number; leaves: Float32Array },
    atS: number,
  ): void {
    const swing = 5 * Math.sin(atS * pace * 6.28 + phase) * (0.6 + 0.4 * Math.sin(atS * 0.31 + phase));
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) {
        if (Math.hypot(dx, dy) > radius) continue;
        // The crown moves most, the trunk not at all.
        const lean = swing * (0.5 - dy / (2 * radius));
        const px = Math.round(x + dx + lean);
        const py = Math.round(y + dy);
        if (px < 0 || py < 0 || px >= SCENE_WIDTH || py >= SCENE_HEIGHT) continue;
        const leaf = leaves[(Math.round(dy) + 30) * 61 + Math.round(dx) + 30] ?? 0;
        picture[py * SCENE_WIDTH + px] = 70 + leaf;
      }
  }

  #drawFlakes(picture: Float32Array): void {
    const isSnow = this.#scene.nuisance === 'snow';
    for (const flake of this.#flakes) {
      flake.x += flake.speedX / SCENE_FPS + (this.#random() - 0.5) * 4;
      flake.y += flake.speedY / SCENE_FPS;
      if (flake.y > SCENE_HEIGHT || flake.x < 0 || flake.x > SCENE_WIDTH) {
        flake.x = this.#random() * SCENE_WIDTH;
        flake.y = isSnow ? -2 : this.#random() * SCENE_HEIGHT;
      }
      if (isSnow) this.#blend(picture, { x: flake.x, y: flake.y, halfX: flake.size, halfY: flake.size }, 235, 0.8);
      else this.#blend(picture, { x: flake.x, y: flake.y, halfX: 0.5, halfY: flake.size }, 200, 0.35);
    }
  }

  #drawSubject(picture: Float32Array, atS: number, shiftX: number, shiftY: number): void {
    const { subject } = this.#scene;
    const subjectX = this.subjectX(atS);
    if (this.visit === undefined || subject.kind === 'none' || subjectX === undefined) return;
    const { fromS, toS } = this.visit;
    const share = (atS - fromS) / (toS - fromS);
    const { y, drop, tone } = this.#path;
    const x = subjectX - shiftX;
    const footY = (y + drop * share) * SCENE_HEIGHT - shiftY;
    const under = this.#ground[
      (Math.round(footY) + this.#margin) * (SCENE_WIDTH + 16) +
        Math.round(Math.max(0, Math.min(SCENE_WIDTH - 1, x))) +
        this.#margin
    ] as number;
    const dark = under + tone < 20 || under + tone > 240 ? -tone : tone;
    if (subject.kind === 'car') {
      this.#blend(picture, { x, y: footY - 9, halfX: 24, halfY: 8 }, under + dark, 1);
      this.#blend(picture, { x, y: footY - 18, halfX: 13, halfY: 6 }, under + dark * 0.6, 1);
      return;
    }
    const height = subject.heightShare * SCENE_HEIGHT;
    const stride = Math.sin(atS * 6);
    this.#blend(picture, { x, y: footY - height * 0.68, halfX: height * 0.13, halfY: height * 0.18 }, under + dark, 1);
    this.#blend(
      picture,
      { x, y: footY - height * 0.93, halfX: height * 0.07, halfY: height * 0.07 },
      under + dark * 0.7,
      1,
    );
    for (const side of [-1, 1])
      this.#blend(
        picture,
        { x: x + side * stride * height * 0.09, y: footY - height * 0.25, halfX: height * 0.055, halfY: height * 0.25 },
        under + dark * 0.85,
        1,
      );
  }

  /** A rectangle with soft borders, at sub-pixel precision. */
  #blend(
    picture: Float32Array,
    { x, y, halfX, halfY }: { x: number; y: number; halfX: number; halfY: number },
    tone: number,
    strength: number,
  ): void {
    const cover = (at: number, middle: number, half: number) =>
      Math.max(0, Math.min(at + 1, middle + half) - Math.max(at, middle - half));
    for (let py = Math.max(0, Math.floor(y - halfY)); py <= Math.min(SCENE_HEIGHT - 1, Math.floor(y + halfY)); py += 1)
      for (
        let px = Math.max(0, Math.floor(x - halfX));
        px <= Math.min(SCENE_WIDTH - 1, Math.floor(x + halfX));
        px += 1
      ) {
        const share = strength * cover(px, x, halfX) * cover(py, y, halfY);
        const at = py * SCENE_WIDTH + px;
        picture[at] = (picture[at] as number) * (1 - share) + tone * share;
      }
  }
}
