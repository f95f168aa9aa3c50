import type { LinkedEntity } from '@holdfast/db';
import { systemClock } from '@holdfast/kit';
import { type FakeHub, startFakeHub, until } from '@holdfast/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMotionCameras, type MotionCameras } from '../motion/motion-cameras.ts';
import { createHubSource, type HubSource } from './hub-source.ts';

const GATE = 'binary_sensor.gate';
const BARN = 'binary_sensor.barn';

let hub: FakeHub;
let motion: MotionCameras;
let source: HubSource;

const link = (cameraId: string, entityId: string, more: Partial<LinkedEntity> = {}): LinkedEntity => ({
  cameraId,
  entityId,
  role: 'sensor',
  deviceClass: 'door',
  label: null,
  ...more,
});
const watch = (...cameraIds: string[]) => {
  motion.set(
    cameraIds.map((cameraId) => ({
      cameraId,
      motion: { preMs: 1_000, postMs: 0, enabled: ['hub'] },
      pixel: undefined,
      detectorCameraName: null,
      events: undefined,
    })),
  );
  source.refresh();
};
const useHub = (...links: LinkedEntity[]) =>
  source.set({ baseUrl: hub.url, token: hub.token, certificate: null }, links);
/** What happens to a picture that is taken now. */
const keeps = (cameraId: string) => {
  const nowMs = Date.now();
  return motion.gateOf({ cameraId, mode: 'motion' }).judge({ startMs: nowMs, endMs: nowMs + 40 }) === 'keep';
};
const becomes = (cameraId: string, wanted: boolean) => until(() => keeps(cameraId) === wanted);

beforeEach(async () => {
  hub = await startFakeHub();
  hub.set(GATE, 'off');
  hub.set(BARN, 'off');
  motion = createMotionCameras({
    nowMs: Date.now,
    startPixels: () => {
      throw new Error('no camera of this test analyses pixels');
    },
    startEvents: () => {
      throw new Error('no camera of this test reports events');
    },
  });
  source = createHubSource({
    motion,
    clock: systemClock,
    outbound: {},
    onView: () => {},
    timing: { everyMs: 50, pingEveryMs: 50, timeoutMs: 5_000 },
  });
});
afterEach(async () => {
  await source.stop();
  motion.stop();
  await hub.stop();
  for (const { method } of hub.requests) expect(method).toBe('GET');
});

it('keeps everything while no hub is set up, no sensor is linked, or the hub has not answered', async () => {
  watch('gate');
  expect(keeps('gate')).toBe(true);
  source.set(undefined, [link('gate', GATE)]);
  expect(keeps('gate')).toBe(true);
  useHub(link('other', GATE));
  await until(() => source.view()?.health.kind === 'ok');
  expect(keeps('gate')).toBe(true);
  expect(motion.reports()[0]?.reason).toBe('hub-no-sensor');
  useHub(link('gate', GATE));
  await becomes('gate', false);
});

it('keeps what its own sensors see, with a grace period, and nothing else', async () => {
  watch('gate', 'barn');
  useHub(link('gate', GATE), link('barn', BARN), link('barn', 'light.yard', { role: 'control' }));
  await becomes('gate', false);
  await becomes('barn', false);
  hub.set(GATE, 'on');
  await becomes('gate', true);
  expect(keeps('barn')).toBe(false);
  const offMs = Date.now();
  hub.set(GATE, 'off');
  await becomes('gate', false);
  expect(Date.now() - offMs).toBeGreaterThanOrEqual(5_000);
});

it('counts a sensor that is on already', async () => {
  hub.set(GATE, 'on');
  watch('gate');
  useHub(link('gate', GATE));
  await until(() => motion.reports()[0]?.able);
  expect(keeps('gate')).toBe(true);
  watch('gate', 'late');
  useHub(link('gate', GATE), link('late', GATE));
  await until(() => motion.reports().every(({ able }) => able));
  expect(keeps('late')).toBe(true);
});

it.each([
  ['is unavailable', () => hub.set(GATE, 'unavailable'), () => hub.set(GATE, 'off')],
  ['is renamed', () => hub.rename(GATE, 'binary_sensor.x'), () => hub.rename('binary_sensor.x', GATE)],
])('keeps everything while a sensor %s', async (_title, lose, find) => {
  watch('gate', 'barn');
  useHub(link('gate', GATE), link('barn', BARN));
  await becomes('gate', false);
  lose();
  await becomes('gate', true);
  await until(() => motion.failingOpen().some(({ reason }) => reason.includes(GATE)));
  await becomes('barn', false);
  find();
  await becomes('gate', false);
});

it('keeps everything from the first missing answer until the hub is back', async () => {
  watch('gate');
  useHub(link('gate', GATE));
  await becomes('gate', false);
  await hub.die();
  await becomes('gate', true);
  await until(() => source.view()?.health.kind === 'unreachable');
  expect(keeps('gate')).toBe(true);
  await hub.revive();
  await becomes('gate', false);
});
