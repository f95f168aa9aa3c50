import { createLogger } from '@holdfast/kit';
import { expect, it } from 'vitest';
import { createMotionCameras } from './motion-cameras.ts';
import { createMovingObjects, MAX_MOVING_OBJECTS } from './moving-objects.ts';

const NOW = Date.UTC(2026, 10, 18);
const clock = { now: () => NOW };
const noSource = () => ({ change: () => true, stop: () => {} });
const motion = createMotionCameras({ startPixels: noSource, startEvents: noSource, nowMs: clock.now });
const objects = createMovingObjects({
  motion,
  clock,
  log: createLogger({ name: 'test', level: 'silent', format: 'text' }),
  get: async () => ({ status: 200, body: Buffer.from('[]') }),
  cameraIds: () => new Map([['yard', 'one']]),
});
const seen = (providerEventId: string, isMoving = true) =>
  objects.note({
    providerEventId,
    cameraName: 'yard',
    tsMs: NOW,
    endTsMs: null,
    lifecycle: 'update',
    label: 'person',
    subLabel: null,
    score: null,
    topScore: null,
    zones: [],
    box: null,
    isMoving,
    plate: null,
    hasSnapshot: false,
    endsBeforeStart: false,
    hasBadBox: false,
    raw: {},
  });

it('a detector that never ends its objects keeps a bounded number of them, the newest', () => {
  for (let i = 0; i < 20 * MAX_MOVING_OBJECTS; i += 1) seen(`object ${i}`);
  const active = objects.activeAt('one');
  expect(active).toHaveLength(MAX_MOVING_OBJECTS);
  expect(active.at(-1)).toBe(`object ${20 * MAX_MOVING_OBJECTS - 1}`);
});

it('one that was forgotten counts again with its next message, until it ends', () => {
  seen('object 0');
  expect(objects.activeAt('one')).toContain('object 0');
  seen('object 0', false);
  expect(objects.activeAt('one')).not.toContain('object 0');
});
