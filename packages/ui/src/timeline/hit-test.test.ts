import { describe, expect, it } from 'vitest';
import { hitTest, snapToEdges } from './hit-test.ts';
import { layoutOf, RULER_PX } from './layout.ts';

const scale = { startMs: 0, endMs: 100_000, widthPx: 1_000 };
const layout = layoutOf({ lanes: 3, lanePx: 30 });
const at = (xPx: number, yPx: number) =>
  hitTest({
    xPx,
    yPx,
    scale,
    layout,
    playheadMs: 50_000,
    range: { startMs: 20_000, endMs: 30_000 },
    reachPx: 6,
  });

describe('what lies under the pointer', () => {
  it.each([
    ['the playhead, over everything', 503, RULER_PX + 40, { kind: 'playhead' }],
    ['the beginning of the range', 204, RULER_PX + 40, { kind: 'range-edge', edge: 'start' }],
    ['the end of the range', 296, 4, { kind: 'range-edge', edge: 'end' }],
    ['the ruler', 700, 4, { kind: 'ruler' }],
    ['a lane', 700, RULER_PX + 31, { kind: 'lane', lane: 1 }],
    ['nothing below the lanes', 700, RULER_PX + 92, { kind: 'nothing' }],
    ['nothing outside', 700, -3, { kind: 'nothing' }],
  ])('is %s', (_title, x, y, expected) => expect(at(x, y)).toEqual(expected));
});

describe('a click', () => {
  const runs = [{ startMs: 10_000, endMs: 40_000 }];
  it.each([
    ['near the start of footage selects the start', 97, 10_000],
    ['near its end selects its last moment', 401, 39_800],
    ['elsewhere selects the moment under the pointer', 250, 25_000],
    ['inside a gap selects the moment in the gap', 500, 50_000],
  ])('%s', (_title, x, expected) => expect(snapToEdges(scale, x, runs)).toBe(expected));
});
