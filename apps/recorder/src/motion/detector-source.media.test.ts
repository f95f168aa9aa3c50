import type { HttpGet } from '@holdfast/detector';
import { createLogger, systemClock } from '@holdfast/kit';
import { type Mosquitto, startMosquitto, until } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDetectorSource, type DetectorSource } from './detector-source.ts';
import { createMotionCameras, type MotionCameras } from './motion-cameras.ts';

let broker: Mosquitto;
let motion: MotionCameras;
let source: DetectorSource;
/** How the detector answers over HTTP. */
let get: HttpGet;

const health = () => motion.reports().find((report) => report.source === 'detector');
const follow = (httpBaseUrl: string | null) =>
  source.set({
    enabled: true,
    sourceId: 'external',
    mqttUrl: `mqtt://127.0.0.1:${broker.port}`,
    mqttPrefix: 'frigate',
    mqttUsername: null,
    mqttPassword: null,
    httpBaseUrl,
    minScore: 0.3,
    catchupHours: 0,
  });

beforeEach(async () => {
  broker = await startMosquitto();
  const noSource = () => ({ change: () => true, stop: () => {} });
  motion = createMotionCameras({ startPixels: noSource, startEvents: noSource, nowMs: Date.now });
  motion.set([
    {
      cameraId: 'one',
      motion: { preMs: 1_000, postMs: 0, enabled: ['detector'] },
      pixel: undefined,
      detectorCameraName: 'yard',
      events: undefined,
    },
  ]);
  const log = createLogger({ name: 'test', level: 'silent' });
  source = createDetectorSource({ motion, clock: systemClock, log, get: (url, signal) => get(url, signal) });
});

afterEach(async () => {
  await source.stop();
  await broker.stop();
});

it('does not work while the detector is not running behind a broker that is', async () => {
  follow(null);
  await until(() => health()?.able === true);
  await broker.publish('frigate/available', 'offline');
  await until(() => health()?.reason === 'detector-offline');
  await broker.publish('frigate/available', 'online');
  await until(() => health()?.able === true);
});

it('does not work when the broker dies while the moving objects are still read', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  get = async () => {
    asked.resolve();
    await answer.promise;
    return { status: 200, body: Buffer.from('[]') };
  };
  follow('http://192.0.2.1');
  await asked.promise;
  await broker.kill();
  await until(() => health()?.reason?.startsWith('detector-connection') === true);
  answer.resolve();
  // What the late answer leads to has happened when later work of the same kind has.
  await new Promise(setImmediate);
  expect(health()?.able).toBe(false);
});
