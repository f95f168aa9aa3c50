import type { LinkedEntity } from '@holdfast/db';
import { systemClock } from '@holdfast/kit';
import { type FakeHub, type HubManners, startFakeHub, until } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMotionCameras, type MotionCameras } from '../motion/motion-cameras.ts';
import { createHubSource, type HubSource } from './hub-source.ts';

const CAMERAS = 64;
const LINKS = 4;
const OTHERS = 4_744;
const ANSWERS = 20;

let hub: FakeHub;
let motion: MotionCameras;
let source: HubSource;
let answers: number;

beforeEach(async () => {
  hub = await startFakeHub();
  answers = 0;
  motion = createMotionCameras({
    nowMs: Date.now,
    startPixels: () => {
      throw new Error('no camera of this test analyses pixels');
    },
    startEvents: () => {
      throw new Error('no camera of this test reports events');
    },
  });
  let answeredMs: number | null = null;
  source = createHubSource({
    motion,
    clock: systemClock,
    outbound: {},
    // Five times as often as in the product, so that the test is short; the number of requests for each answer is what counts.
    timing: { everyMs: 200, pingEveryMs: 100, timeoutMs: 20_000 },
    onView: () => {
      const view = source.view();
      if (view && view.answeredMs !== answeredMs) answers += 1;
      answeredMs = view?.answeredMs ?? null;
    },
  });
});
afterEach(async () => {
  await source.stop();
  motion.stop();
  await hub.stop();
});

it.each<[string, HubManners, number]>([
  ['over a WebSocket', 'ok', 2],
  ['by polling', 'no-socket', 1],
])('asks once for all of 64 cameras with 4 links each, %s', async (title, manners, answersPerSecond) => {
  hub.manners = manners;
  const entityIds = Array.from({ length: CAMERAS * LINKS }, (_, i) => `binary_sensor.number_${i}`);
  for (const entityId of entityIds) hub.set(entityId, 'off', { device_class: 'door' });
  for (let i = 0; i < OTHERS; i += 1) hub.set(`sensor.other_${i}`, String(i), { friendly_name: `Other ${i}` });
  const cameraIds = Array.from({ length: CAMERAS }, (_, i) => `camera ${i}`);
  motion.set(
    cameraIds.map((cameraId) => ({
      cameraId,
      motion: { preMs: 0, postMs: 0, enabled: ['hub'] },
      pixel: undefined,
      detectorCameraName: null,
      events: undefined,
    })),
  );
  const links = entityIds.map(
    (entityId, i): LinkedEntity => ({
      cameraId: `camera ${i % CAMERAS}`,
      entityId,
      role: 'sensor',
      deviceClass: 'door',
      label: null,
    }),
  );
  source.set({ baseUrl: hub.url, token: hub.token, certificate: null }, links);
  await until(() => motion.reports().every(({ able }) => able));
  const before = process.cpuUsage();
  const count = () => ({
    answers,
    states: hub.requests.filter(({ path }) => path === '/api/states').length + hub.commands.length,
    greetings: hub.requests.filter(({ path }) => path === '/api/').length,
  });
  const earlier = count();
  await until(() => answers - earlier.answers >= ANSWERS);
  const { user, system } = process.cpuUsage(before);
  const now = count();
  const given = now.answers - earlier.answers;
  const cpuMs = (user + system) / 1_000 / given;
  console.log(
    `${title}: ${cpuMs.toFixed(1)} ms CPU per answer, ${((cpuMs * answersPerSecond) / 10).toFixed(1)} % of a core, fake hub included`,
  );
  // Two may be under way.
  expect(now.states - earlier.states).toBeLessThanOrEqual(given + 2);
  expect(now.greetings - earlier.greetings).toBeLessThanOrEqual(manners === 'ok' ? 0 : given + 2);
});
