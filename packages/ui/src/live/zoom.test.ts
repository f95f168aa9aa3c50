import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isZoomed, MAX_ZOOM, panBy, UNZOOMED, type Zoom, zoomAt, zoomTransform } from './zoom.ts';

const part = fc.double({ min: 0, max: 1, noNaN: true });
const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
/** Which point of the picture lies under a point of the pane. */
const under = ({ scale, x, y }: Zoom, at: { x: number; y: number }) => ({
  x: x + (at.x - 0.5) / scale,
  y: y + (at.y - 0.5) / scale,
});

describe('digital zoom', () => {
  it('keeps the point under the pointer in place', () => {
    fc.assert(
      fc.property(part, part, fc.double({ min: 1, max: 8, noNaN: true }), (x, y, by) => {
        const zoomed = zoomAt(UNZOOMED, { x, y }, by);
        expect(under(zoomed, { x, y }).x).toBeCloseTo(x);
        expect(under(zoomed, { x, y }).y).toBeCloseTo(y);
      }),
    );
  });

  it('stays inside the picture and below eight times', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part, factor), { maxLength: 20 }), (steps) => {
        let zoom = UNZOOMED;
        for (const [x, y, by] of steps) zoom = panBy(zoomAt(zoom, { x, y }, by), { x: y - 0.5, y: x - 0.5 });
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(MAX_ZOOM);
        for (const corner of [under(zoom, { x: 0, y: 0 }), under(zoom, { x: 1, y: 1 })])
          for (const value of [corner.x, corner.y]) expect(value > -1e-9 && value < 1 + 1e-9).toBe(true);
      }),
    );
  });

  it('zooms back out to the whole picture', () => {
    const zoom = zoomAt(zoomAt(UNZOOMED, { x: 0.9, y: 0.1 }, 4), { x: 0.2, y: 0.7 }, 0.1);
    expect([isZoomed(zoom), zoom]).toEqual([false, UNZOOMED]);
  });

  it('moves the picture with the pointer', () => {
    const zoom = zoomAt(UNZOOMED, { x: 0.5, y: 0.5 }, 2);
    expect(panBy(zoom, { x: 0.25, y: 0 })).toEqual({ scale: 2, x: 0.375, y: 0.5 });
  });

  it('is formatted as a CSS transform', () => {
    expect(zoomTransform(UNZOOMED)).toBe('translate(0%, 0%) scale(1)');
    expect(zoomTransform({ scale: 2, x: 0.75, y: 0.75 })).toBe('translate(-100%, -100%) scale(2)');
  });
});
