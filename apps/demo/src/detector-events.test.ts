import { frontDoor, type Scene, streetByDay, streetPasses } from '@holdfast/scenes';
import { describe, expect, it } from 'vitest';
import { type DetectorMessage, detectorStep, type TrackedObject } from './detector-events.ts';

const STEP_SECONDS = 0.5;
const [firstPass] = streetPasses;

/** All messages of the first loop, and of the moment after it. */
function play(scene: Scene): DetectorMessage[] {
  let tracked: ReadonlyMap<string, TrackedObject> = new Map();
  const all: DetectorMessage[] = [];
  for (let second = 0; second <= scene.seconds; second += STEP_SECONDS) {
    const step = detectorStep({
      camera: 'street',
      tracked,
      objects: second === scene.seconds ? [] : scene.objectsAt(second),
      size: scene,
      readPlate: (plate) => (plate === firstPass?.plate ? undefined : `${plate.slice(0, -1)}Q`),
      nowMs: 1_000_000 + second * 1_000,
    });
    tracked = step.tracked;
    all.push(...step.messages);
  }
  return all;
}

describe('what the simulated detector publishes', () => {
  it.each([
    ['a visitor', frontDoor, ['person']],
    ['five cars and somebody on foot', streetByDay, ['car', 'car', 'car', 'person', 'car', 'car']],
  ] as const)('for %s is one start and one end each, with updates in between', (_title, scene, labels) => {
    const messages = play(scene);
    const starts = messages.filter(({ type }) => type === 'new');
    expect(starts.map(({ after }) => after.label)).toEqual(labels);
    for (const { after } of starts) {
      const own = messages.filter((message) => message.after.id === after.id).map(({ type }) => type);
      expect(own.filter((type) => type === 'end')).toEqual(['end']);
      expect(own.at(-1)).toBe('end');
      expect(own.length).toBeGreaterThan(5);
    }
  });

  it('has what it reads of each plate, once it is legible, and the box that belongs to its picture', () => {
    const cars = Map.groupBy(play(streetByDay), ({ after }) => after.id);
    const read = [...cars.values()].map((messages) => messages.map(({ after }) => after));
    for (const { plate, facing } of streetPasses) {
      const seen = read.find((states) => states[0]?.id.endsWith(plate)) ?? [];
      const texts = seen.map(({ recognized_license_plate: [text] = [''] }) => text);
      if (plate === firstPass?.plate) {
        expect(new Set(texts)).toEqual(new Set(['']));
        expect(seen.some(({ has_snapshot }) => has_snapshot)).toBe(false);
        continue;
      }
      expect(texts.at(-1)).toBe(`${plate.slice(0, -1)}Q`);
      // A car that comes towards us is too small at first.
      if (facing === 'us') expect(texts[0]).toBe('');
      const boxes = seen.flatMap(({ snapshot }) => snapshot?.attributes.map(({ box }) => JSON.stringify(box)) ?? []);
      expect(new Set(boxes).size).toBe(1);
    }
  });

  it('has boxes within the picture', () => {
    for (const { after } of play(streetByDay)) {
      const [left, top, width, height] = after.data.box;
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(1.000_001);
      expect(top + height).toBeLessThanOrEqual(1.000_001);
      expect(Math.min(width, height)).toBeGreaterThan(0);
    }
  });
});
