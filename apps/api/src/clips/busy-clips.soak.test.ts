import { expect, inject, it, onTestFinished } from 'vitest';
import { newCamera } from '../exports/test-exports.ts';
import { startTestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { requestManyClips } from './test-busy-clips.ts';

const START = Date.UTC(2026, 0, 1, 12);
const PERMITS = 4;
const CLIPS = 50;

it(`many requests never exceed the permits for ${CLIPS} clips, and all arrive`, async () => {
  let [rendered, running, mostRunning] = [0, 0, 0];
  const test = await startTestApp(inject('postgresUrl'), {
    aroundRenderClip: (real) => async (order) => {
      rendered += 1;
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      try {
        return await real(order);
      } finally {
        running -= 1;
      }
    },
  });
  onTestFinished(() => test.close());
  const token = await test.bootstrap();
  const cameraId = await newCamera(test, token, 'Gate');
  await addTestFootage(test, { cameraId, startMs: START, seconds: 120, segmentSeconds: 4 });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  expect(
    (await requestManyClips({ test, cameraId, token, startMs: START }, CLIPS)).filter((bytes) => bytes <= 1_000),
  ).toEqual([]);
  expect([rendered, mostRunning]).toEqual([CLIPS, PERMITS]);
});
