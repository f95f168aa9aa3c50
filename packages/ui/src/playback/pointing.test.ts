import { describe, expect, it } from 'vitest';
import { emptyLane } from '../timeline/lane.ts';
import type { TimelineMark } from '../timeline/mark.ts';
import { pointingAt } from './pointing.ts';

const lanes = new Map([
  ['gate', { ...emptyLane, knownUntilMs: 1 }],
  ['yard', { ...emptyLane, knownUntilMs: 2 }],
]);
const mark = (cameraId: string, startMs: number): TimelineMark => ({
  id: `${cameraId} ${startMs}`,
  kind: 'event',
  cameraId,
  startMs,
  endMs: startMs,
  text: '',
});
const scene = {
  // A second for each pixel.
  scale: { startMs: 0, endMs: 1_000_000, widthPx: 1_000 },
  cameraIds: ['gate', 'yard'],
  activeId: 'yard',
  marksByLane: [[mark('gate', 100_000)], [mark('yard', 100_000), mark('yard', 500_000)]],
  momentAt: (atMs: number) => ({ atMs, msPerPx: 1_000, laneOf: (cameraId: string) => lanes.get(cameraId) }),
};
const at100 = { atMs: 102_000, xPx: 102 };

describe('the pointer on the timeline', () => {
  it('points at the camera of its lane, with the marks within its reach', () => {
    expect(pointingAt({ ...at100, lane: 0 }, scene)).toMatchObject({
      ...at100,
      cameraId: 'gate',
      lane: { knownUntilMs: 1 },
      marks: [{ id: 'gate 100000' }],
      moment: { atMs: 102_000 },
    });
    expect(pointingAt({ atMs: 200_000, xPx: 200, lane: 0 }, scene)?.marks).toEqual([]);
  });

  it('points at the selected camera on the ruler', () => {
    expect(pointingAt({ ...at100, lane: undefined }, scene)).toMatchObject({
      cameraId: 'yard',
      lane: { knownUntilMs: 2 },
      marks: [{ id: 'yard 100000' }],
    });
  });

  it('points at nothing outside, in a lane without a camera, and on the ruler if none is selected', () => {
    expect(pointingAt(undefined, scene)).toBeUndefined();
    expect(pointingAt({ ...at100, lane: 7 }, scene)).toBeUndefined();
    expect(pointingAt({ ...at100, lane: undefined }, { ...scene, activeId: undefined })).toBeUndefined();
  });

  it('points at a selected camera that is not on the timeline, without marks', () => {
    expect(pointingAt({ ...at100, lane: undefined }, { ...scene, activeId: 'attic' })).toMatchObject({
      cameraId: 'attic',
      lane: undefined,
      marks: [],
    });
  });
});
