import { describe, expect, it } from 'vitest';
import { resamplePlane } from './resample.ts';

const plane = (width: number, height: number, of: (x: number, y: number) => number) => ({
  width,
  height,
  plane: Uint8Array.from({ length: width * height }, (_, i) => of(i % width, Math.floor(i / width))),
});

describe('a resized part of a plane', () => {
  it('keeps a uniform grey, whatever the crop', () => {
    const grey = plane(40, 30, () => 77);
    for (const box of [
      { left: 3.4, top: 2.2, right: 31.7, bottom: 19.9 },
      { left: -5, top: -5, right: 99, bottom: 99 },
      { left: 10, top: 10, right: 10.5, bottom: 10.5 },
    ])
      expect(new Set(resamplePlane(grey, box, { width: 16, height: 8 }))).toEqual(new Set([77]));
  });

  it('is unchanged at its own size', () => {
    const ramp = plane(16, 8, (x, y) => x * 10 + y);
    expect(resamplePlane(ramp, { left: 0, top: 0, right: 16, bottom: 8 }, { width: 16, height: 8 })).toEqual(
      ramp.plane,
    );
  });

  it('uses every pixel when shrinking', () => {
    const stripes = plane(64, 4, (x) => (x % 2 === 0 ? 0 : 200));
    const small = resamplePlane(stripes, { left: 0, top: 0, right: 64, bottom: 4 }, { width: 8, height: 1 });
    for (const value of small.subarray(1, 7)) expect(Math.abs(value - 100)).toBeLessThan(3);
  });
});
