import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FrameBox, fitFrame, frameOf, paneOf } from './frame-fit.ts';

const size = fc.record({ width: fc.integer({ min: 1, max: 8_000 }), height: fc.integer({ min: 1, max: 8_000 }) });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: fraction, y: fraction });

describe('a frame in a pane', () => {
  it.each([
    [
      '4:3 in 16:9 has bars left and right',
      { width: 1600, height: 900 },
      { width: 640, height: 480 },
      [200, 0, 1200, 900],
    ],
    [
      '16:9 in 4:3 has bars above and below',
      { width: 800, height: 600 },
      { width: 1920, height: 1080 },
      [0, 75, 800, 450],
    ],
    ['the same shape fills it', { width: 320, height: 180 }, { width: 1920, height: 1080 }, [0, 0, 320, 180]],
    ['a tall one is narrow', { width: 1600, height: 900 }, { width: 100, height: 900 }, [750, 0, 100, 900]],
  ])('%s', (_title, pane, frame, [left, top, width, height]) => {
    const box = fitFrame(pane, frame);
    expect(box?.left).toBeCloseTo(left ?? 0);
    expect(box?.top).toBeCloseTo(top ?? 0);
    expect(box?.width).toBeCloseTo(width ?? 0);
    expect(box?.height).toBeCloseTo(height ?? 0);
  });

  it('is unknown while a size is unknown', () => {
    expect(fitFrame({ width: 0, height: 0 }, { width: 640, height: 480 })).toBeUndefined();
    expect(fitFrame({ width: 640, height: 480 }, { width: 640, height: 0 })).toBeUndefined();
    expect(fitFrame({ width: Number.NaN, height: 480 }, { width: 640, height: 480 })).toBeUndefined();
  });

  it('keeps its shape, is centred, inside, and touches two opposite edges', () =>
    fc.assert(
      fc.property(size, size, (pane, frame) => {
        const box = fitFrame(pane, frame) as FrameBox;
        expect(box.width * frame.height).toBeCloseTo(box.height * frame.width, 2);
        expect(box.left * 2 + box.width).toBeCloseTo(pane.width, 6);
        expect(box.top * 2 + box.height).toBeCloseTo(pane.height, 6);
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(Math.abs(box.left), Math.abs(box.top))).toBeLessThan(1e-6);
      }),
    ));

  it('shows the same pixel of the scene at the same fraction in every pane', () =>
    fc.assert(
      fc.property(size, size, size, point, (first, second, frame, at) => {
        const [small, large] = [fitFrame(first, frame) as FrameBox, fitFrame(second, frame) as FrameBox];
        const back = frameOf(large, paneOf(large, frameOf(small, paneOf(small, at))));
        expect(back.x).toBeCloseTo(at.x, 6);
        expect(back.y).toBeCloseTo(at.y, 6);
      }),
    ));

  it('has a nearest point for every position, also on the bars', () =>
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: -9_000, max: 9_000 }),
        fc.integer({ min: -9_000, max: 9_000 }),
        (pane, frame, left, top) => {
          const box = fitFrame(pane, frame) as FrameBox;
          const { x, y } = frameOf(box, { left, top });
          // The obvious way: the nearest of the two edges, unless it is between them.
          const nearest = (value: number, from: number, length: number) =>
            value <= from ? 0 : value >= from + length ? 1 : (value - from) / length;
          expect(x).toBeCloseTo(nearest(left, box.left, box.width), 9);
          expect(y).toBeCloseTo(nearest(top, box.top, box.height), 9);
        },
      ),
    ));
});
