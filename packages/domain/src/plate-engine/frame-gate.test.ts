import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Zones } from '../geometry/polygon.ts';
import type { GreyFrame } from '../pixel-motion/grey-frame.ts';
import { randomFrom } from '../test-random.ts';
import { detectionRegion } from './detection-region.ts';
import { FrameGate } from './frame-gate.ts';

const everywhere: Zones = { include: [], exclude: [] };
const leftHalf: Zones = {
  include: [
    [
      [0, 0],
      [0.5, 0],
      [0.5, 1],
      [0, 1],
    ],
  ],
  exclude: [],
};

/** A grey street with noise, and a bright car at `x` where there is one. */
function frame({
  x,
  light = 90,
  noise = 0,
  seed = 1,
}: {
  x?: number;
  light?: number;
  noise?: number;
  seed?: number;
}): GreyFrame {
  const [widthPx, heightPx] = [160, 96];
  const random = randomFrom(seed);
  const pixels = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
    const [px, py] = [i % widthPx, Math.floor(i / widthPx)];
    const isCar = x !== undefined && px >= x && px < x + 20 && py >= 40 && py < 56;
    return Math.round((isCar ? 200 : light) + 2 * noise * (random() - 0.5));
  });
  return { widthPx, heightPx, pixels };
}
const feed = (gate: FrameGate, frames: readonly GreyFrame[]) => frames.map((one) => gate.moves(one));
const times = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));

describe('the gate', () => {
  it('opens for a car, at once', () => {
    const gate = new FrameGate(everywhere);
    feed(
      gate,
      times(5, () => frame({})),
    );
    expect(
      feed(
        gate,
        times(4, (i) => frame({ x: 10 + i * 6 })),
      ),
    ).toEqual([true, true, true, true]);
  });

  it('closes again after a car has parked', () => {
    const gate = new FrameGate(everywhere);
    feed(gate, [frame({}), frame({ x: 40 })]);
    expect(
      feed(
        gate,
        times(20, () => frame({ x: 40 })),
      ).at(-1),
    ).toBe(false);
  });

  it('stays closed in noise, and when a cloud darkens everything', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 30 }), (seed, noise) => {
        const gate = new FrameGate(everywhere);
        expect(
          feed(
            gate,
            times(8, (i) => frame({ noise, seed: seed + i })),
          ),
        ).not.toContain(true);
      }),
      { numRuns: 30 },
    );
    const gate = new FrameGate(everywhere);
    expect(
      feed(
        gate,
        times(12, (i) => frame({ light: 120 - i * 6 })),
      ),
    ).not.toContain(true);
  });

  it('sees nothing outside the zones', () => {
    const gate = new FrameGate(leftHalf);
    expect(feed(gate, [frame({}), ...times(4, (i) => frame({ x: 90 + i * 8 }))])).not.toContain(true);
    expect(
      feed(
        gate,
        times(3, (i) => frame({ x: 20 + i * 8 })),
      ),
    ).toContain(true);
  });

  it('resets when the size changes, and ignores frames without area in the zones', () => {
    const gate = new FrameGate(everywhere);
    feed(gate, [frame({})]);
    expect(gate.moves({ widthPx: 80, heightPx: 48, pixels: new Uint8Array(80 * 48).fill(255) })).toBe(false);
    const shut = new FrameGate({
      include: [],
      exclude: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    });
    expect(feed(shut, [frame({}), frame({ x: 50 })])).not.toContain(true);
    expect(shut.blocks).toBe(0);
  });
});

describe('the part of the frame that the detector sees', () => {
  it('encloses the include zones with a margin, and never leaves the frame', () => {
    const point = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.array(point, { minLength: 3, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        (include) => {
          const [x, y, width, height] = detectionRegion({ include, exclude: [] }) ?? [0, 0, 1, 1];
          for (const [px, py] of include.flat()) {
            expect(px).toBeGreaterThanOrEqual(x - 1e-9);
            expect(px).toBeLessThanOrEqual(x + width + 1e-9);
            expect(py).toBeGreaterThanOrEqual(y - 1e-9);
            expect(py).toBeLessThanOrEqual(y + height + 1e-9);
          }
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(0.25 - 1e-9);
        },
      ),
    );
  });

  it('is the whole frame without zones, and with zones that cover nearly all', () => {
    expect(detectionRegion(everywhere)).toBeUndefined();
    expect(
      detectionRegion({
        include: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
        exclude: [],
      }),
    ).toBeUndefined();
  });
});
