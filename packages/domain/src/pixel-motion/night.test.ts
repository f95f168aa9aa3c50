import { describe, expect, it } from 'vitest';
import { randomFrom } from '../test-random.ts';
import { PixelMotion } from './pixel-motion.ts';

const [width, height] = [160, 90];
const FRAME_MS = 200;

interface Night {
  /** Standard deviation in grey levels. */
  noise: number;
  /** Brightness of the wall. */
  light: number;
  /** How much brighter the person is than the wall. */
  contrast?: number;
  /** Left edge of a person of 4 by 12 pixels. */
  personX?: number;
}

/** Drawing new noise for each pixel would take longer than its analysis; more values than a picture has pixels, by a prime. */
const NOISE_VALUES = 131_071;
function noiseFrom(seed: number): () => number {
  const random = randomFrom(seed);
  const values = Float64Array.from(
    { length: NOISE_VALUES },
    () => (random() + random() + random() + random() - 2) * Math.sqrt(3),
  );
  let at = 0;
  return () => {
    at += 1;
    if (at >= NOISE_VALUES) at = Math.floor(random() * 1_000);
    return values[at] ?? 0;
  };
}

function nightFrames(seed: number) {
  const normal = noiseFrom(seed);
  return ({ noise, light, contrast = 0, personX }: Night) => {
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const isPerson = personX !== undefined && x >= personX && x < personX + 4 && y >= 50 && y < 62;
        const texture = ((x >> 2) % 3) + ((y >> 3) % 2);
        const value = light + texture + (isPerson ? contrast : 0) + normal() * noise;
        pixels[y * width + x] = Math.min(255, Math.max(0, Math.round(value)));
      }
    return { widthPx: width, heightPx: height, pixels };
  };
}

function nightWatch(seed: number) {
  const motion = new PixelMotion({ mask: [], threshold: null });
  const frame = nightFrames(seed);
  let atMs = 0;
  return (night: Night, frames: number) =>
    Array.from({ length: frames }, (_, i) => {
      atMs += FRAME_MS;
      const x = night.personX;
      return motion.see(frame({ ...night, ...(x !== undefined && { personX: x + i * 2 }) }), atMs).isMoving;
    });
}

describe('pixel analysis at night', () => {
  it.each<[string, Night & { before?: number }]>([
    ['little noise', { noise: 2, light: 30, contrast: 8 }],
    ['a dark picture', { noise: 4, light: 12, contrast: 11 }],
    ['much noise', { noise: 7, light: 35, contrast: 14 }],
    ['much noise, and a person darker than the wall', { noise: 7, light: 45, contrast: -16 }],
    ['much noise, after another has passed', { noise: 7, light: 35, contrast: 14, before: 3 }],
  ])('finds a person with %s', (_title, { before = 0, ...night }) => {
    const see = nightWatch(1);
    see(night, 150);
    for (let i = 0; i < before; i += 1) {
      see({ ...night, personX: 30 }, 45);
      see(night, 50);
    }
    expect(see({ ...night, personX: 30 }, 45).filter(Boolean).length).toBeGreaterThan(15);
  });

  it('finds a person all the way, because the floor does not learn from motion', () => {
    const see = nightWatch(5);
    const night = { noise: 3, light: 40, contrast: 15 };
    see(night, 100);
    // From the left border, four times as long as the floor's percentile leaves room for.
    expect(see({ ...night, personX: 2 }, 70).filter(Boolean).length).toBeGreaterThan(60);
  });

  it.each([
    ['little noise', { noise: 2, light: 30 }],
    ['much noise', { noise: 7, light: 35 }],
    ['more noise than light', { noise: 15, light: 10 }],
  ])('does not take %s alone for motion', (_title, night) => {
    expect(nightWatch(2)(night, 400).some(Boolean)).toBe(false);
  });

  it('does not take noise for motion that grows when the light goes out', () => {
    const see = nightWatch(3);
    see({ noise: 2, light: 120 }, 150);
    expect(see({ noise: 8, light: 25 }, 150).some(Boolean)).toBe(false);
  });

  it('does not take for motion that every keyframe of the camera is drawn anew', () => {
    const see = nightWatch(4);
    const group = () => [...see({ noise: 5, light: 60 }, 1), ...see({ noise: 1, light: 60 }, 9)];
    for (let i = 0; i < 15; i += 1) group();
    expect(Array.from({ length: 20 }, group).flat().some(Boolean)).toBe(false);
    expect(see({ noise: 1, light: 60, contrast: 12, personX: 30 }, 45).some(Boolean)).toBe(true);
  });
});
