import { describe, expect, it } from 'vitest';
import { AdaptiveFloor } from './adaptive-floor.ts';
import { emptyGrid, gridBits, markBox, rasterMask } from './motion-cells.ts';
import { FLOOR_CEILING, PixelMotion, type PixelMotionSettings } from './pixel-motion.ts';

const [width, height] = [160, 90];

/** A textured wall, `light` times as bright, with an object at `x`. */
function frame({ x, light = 1, size = 10 }: { x?: number | undefined; light?: number; size?: number } = {}) {
  const pixels = new Uint8Array(width * height);
  for (let py = 0; py < height; py += 1)
    for (let px = 0; px < width; px += 1) {
      const isObject = x !== undefined && px >= x && px < x + size && py >= 40 && py < 40 + size;
      const wall = 80 + ((px >> 2) % 3) * 12 + ((py >> 2) % 2) * 8;
      pixels[py * width + px] = Math.min(255, (isObject ? 190 : wall) * light);
    }
  return { widthPx: width, heightPx: height, pixels };
}

function watch(settings: Partial<PixelMotionSettings> = {}) {
  const motion = new PixelMotion({ mask: [], threshold: null, ...settings });
  let at = 0;
  const see = (...args: Parameters<typeof frame>) => {
    at += 1;
    return motion.see(frame(...args), at * 200);
  };
  for (let i = 0; i < 60; i += 1) see();
  return { motion, see };
}
const walk = (see: ReturnType<typeof watch>['see'], from = 40) =>
  Array.from({ length: 12 }, (_, i) => see({ x: from + i * 3 }));

describe('pixel analysis', () => {
  it('has no verdict before the background is learnt', () => {
    const motion = new PixelMotion({ mask: [], threshold: null });
    expect(motion.see(frame(), 0).isWarm).toBe(false);
  });

  it('detects an object that crosses the picture, with its start and position', () => {
    const { see } = watch();
    const seen = walk(see);
    const [first] = seen.filter(({ isMoving }) => isMoving);
    expect(first?.movingSinceMs).toBeLessThanOrEqual(62 * 200);
    expect(first?.score).toBeGreaterThan(0.003);
    const [left = 0, top = 0, wide = 0, tall = 0] = first?.box ?? [];
    expect(left).toBeLessThan(0.5);
    expect(left + wide).toBeGreaterThan(0.3);
    expect(top).toBeLessThanOrEqual(40 / 90);
    expect(top + tall).toBeGreaterThanOrEqual(50 / 90);
    expect(first?.cells.some((byte) => byte > 0)).toBe(true);
    expect(see().isMoving).toBe(false);
  });

  it.each([
    ['suddenly brighter', [1.6]],
    ['suddenly darker', [0.5]],
    ['flickering', [1.1, 0.9, 1.15, 0.9, 1.1, 0.95, 1.2, 0.9]],
  ])('does not take light that gets %s for motion', (_title, lights) => {
    const { see } = watch();
    for (let i = 0; i < 30; i += 1) expect(see({ light: lights[i % lights.length] ?? 1 }).isMoving).toBe(false);
  });

  it('does not take the soft edge of a shadow for motion, at the borders neither', () => {
    const { motion } = watch();
    const { pixels } = frame();
    for (let i = 0; i < 60; i += 1) {
      const shaded = pixels.map((value, at) => {
        const beyond = ((at % width) - (i * 5 - 60)) / 30;
        return value * (1 - 0.45 * Math.min(1, Math.max(0, beyond)));
      });
      const seen = motion.see({ widthPx: width, heightPx: height, pixels: shaded }, 20_000 + i * 200);
      expect(seen.isMoving).toBe(false);
    }
  });

  it('does not take a branch for motion that appears on either side in turn', () => {
    const { see } = watch();
    const seen = Array.from({ length: 60 }, (_, i) => {
      const x = [60, 60, undefined, undefined, 66, 66, undefined, undefined][i % 8];
      return see({ x, size: 6 }).isMoving;
    });
    expect(seen.some(Boolean)).toBe(false);
  });

  it('finds what passes at the same place again and again', () => {
    const { see } = watch();
    for (let i = 0; i < 100; i += 1) {
      walk(see);
      for (let pause = 0; pause < 8; pause += 1) see();
    }
    expect(walk(see).filter(({ isMoving }) => isMoving).length).toBeGreaterThanOrEqual(5);
  });

  it('takes an object that has stopped for background after a while', () => {
    const { see } = watch();
    walk(see);
    const seen = Array.from({ length: 150 }, () => see({ x: 40 + 11 * 3 }).isMoving);
    expect(seen.slice(-20).some(Boolean)).toBe(false);
  });

  it('ignores motion inside a mask, and detects it outside', () => {
    const mask = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
    ] as const;
    const { see, motion } = watch({ mask });
    expect(walk(see).some(({ isMoving }) => isMoving)).toBe(false);
    motion.change({ mask: [], threshold: null });
    for (let i = 0; i < 20; i += 1) see();
    expect(walk(see, 60).some(({ isMoving }) => isMoving)).toBe(true);
  });

  it('with a fixed threshold ignores smaller objects', () => {
    expect(walk(watch({ threshold: 0.05 }).see).some(({ isMoving }) => isMoving)).toBe(false);
  });

  it('learns the background again when the camera changes its size', () => {
    const { motion } = watch();
    expect(motion.see({ widthPx: 8, heightPx: 8, pixels: new Uint8Array(64) }, 99_999).isWarm).toBe(false);
  });
});

describe('the floor', () => {
  it('rises with irrelevant movement, falls afterwards, and never exceeds its ceiling', () => {
    const floor = new AdaptiveFloor(FLOOR_CEILING);
    for (let i = 0; i < 1_000; i += 1) floor.learn(0);
    expect(floor.value).toBe(0);
    for (let i = 0; i < 1_000; i += 1) floor.learn(0.0003);
    expect(floor.value).toBeGreaterThanOrEqual(0.0003);
    // An hour of traffic.
    for (let i = 0; i < 18_000; i += 1) floor.learn(0.2);
    expect(floor.value).toBe(FLOOR_CEILING);
    for (let i = 0; i < 18_000; i += 1) floor.learn(0);
    expect(floor.value).toBe(0);
  });
});

describe('cells', () => {
  it('are those that a box touches', () => {
    const grid = emptyGrid();
    markBox(grid, [1 / 32, 1 / 18, 2 / 32, 1 / 18]);
    expect(gridBits(grid).indexOf('1')).toBe(33);
    expect([...gridBits(grid)].filter((bit) => bit === '1')).toHaveLength(2);
  });

  it('of a mask are pixels whose centre is inside it', () => {
    const half = [
      [0, 0],
      [0.5, 0],
      [0.5, 1],
      [0, 1],
    ] as const;
    const mask = rasterMask([half], { width: 4, height: 2 });
    expect([...(mask ?? [])]).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
    expect(rasterMask([], { width: 4, height: 2 })).toBeUndefined();
  });
});
