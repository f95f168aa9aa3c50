import { type FakeHub, type SceneCamera, startFakeHub, startSceneCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

const GATE = 'binary_sensor.gate';
const PRE_MS = 2_000;
/** Of the scene. */
const FRAMES_PER_SECOND = 10;

let camera: SceneCamera;
let hub: FakeHub;
let installation: Installation;
let recorder: RunningRecorder;
let cameraId: string;

beforeAll(async () => {
  camera = await startSceneCamera();
  hub = await startFakeHub();
  hub.set(GATE, 'off', { device_class: 'door', friendly_name: 'Garden gate' });
  installation = await openInstallation();
  const { db } = installation;
  await db
    .updateTable('recordingPolicy')
    .set({ mode: 'motion', motionPreSeconds: PRE_MS / 1000, motionPostSeconds: 0 })
    .execute();
  cameraId = await installation.addCamera({ name: 'Yard', url: camera.url });
  await db.updateTable('camera').set({ motionHubEnabled: true }).execute();
  await db
    .updateTable('hubConfig')
    .set({ enabled: true, baseUrl: hub.url, token: installation.secrets.seal(hub.token) })
    .execute();
  await db
    .insertInto('cameraHubLink')
    .values({ cameraId, entityId: GATE, role: 'sensor', deviceClass: 'door', position: 0 })
    .execute();
  recorder = await installation.startRecorder();
});

afterAll(async () => {
  await installation?.close();
  await camera?.stop();
  await hub?.stop();
});

const stateIs = (wanted: string) =>
  until(
    async () => (await installation.db.selectFrom('streamStatus').select('state').executeTakeFirst())?.state === wanted,
  );
const segments = () =>
  installation.db.selectFrom('segment').selectAll().where('cameraId', '=', cameraId).orderBy('startTs').execute();
const raised = async () =>
  (await installation.db.selectFrom('raisedEvent').select('eventKey').orderBy('id').execute()).map(
    ({ eventKey }) => eventKey,
  );
const sendFrames = async (count: number) => {
  const from = camera.frames();
  await until(async () => camera.frames() >= from + count);
};
/** On a busy machine the camera of this test sends late, and its pictures are dated by its own clock. */
const LATE_MS = 500;
/** Footage without a gap from before one time until after another. */
const expectWhole = async (fromMs: number, toMs: number) => {
  await until(async () => ((await segments()).at(-1)?.endTs.getTime() ?? 0) >= toMs - LATE_MS);
  const kept = (await segments()).filter(
    ({ endTs, preciseStartTs }) => endTs.getTime() > fromMs && preciseStartTs.getTime() < toMs,
  );
  expect(kept[0]?.preciseStartTs.getTime()).toBeLessThanOrEqual(fromMs);
  expect(kept.at(-1)?.endTs.getTime()).toBeGreaterThanOrEqual(toMs - LATE_MS);
  kept.slice(1).forEach((segment, i) => {
    expect(segment.preciseStartTs.getTime() - (kept[i]?.endTs.getTime() ?? 0)).toBeLessThan(LATE_MS);
  });
};

it('records nothing while the sensor is off, and from before it is on until it is off again', async () => {
  await stateIs('idle');
  await settled(installation, cameraId);
  const before = await segments();
  await sendFrames(60);
  expect(await segments()).toHaveLength(before.length);
  const onMs = Date.now();
  hub.set(GATE, 'on');
  await stateIs('recording');
  await sendFrames(30);
  const offMs = Date.now();
  hub.set(GATE, 'off');
  await stateIs('idle');
  await expectWhole(onMs - PRE_MS + 200, offMs);
  const event = await until(async () =>
    installation.db.selectFrom('event').selectAll().where('endTs', 'is not', null).executeTakeFirst(),
  );
  expect(event).toMatchObject({ sourceId: 'hub', label: 'door', subLabel: 'Garden gate', cameraId });
  expect(event.ts.getTime()).toBeGreaterThanOrEqual(onMs - 10);
});

it.each([
  ['is dead', () => hub.die(), () => hub.revive()],
  [
    'hangs',
    async () => {
      hub.manners = 'hang';
    },
    async () => {
      hub.manners = 'ok';
    },
  ],
  [
    'answers with a login page',
    async () => {
      hub.manners = 'login-page';
      await hub.die().then(() => hub.revive());
    },
    async () => {
      hub.manners = 'ok';
    },
  ],
])('records everything while the hub %s, without a gap at either edge', async (_title, lose, find) => {
  await stateIs('idle');
  await lose();
  await stateIs('recording');
  const fromMs = Date.now() - PRE_MS + 1_000;
  await sendFrames(40);
  const toMs = Date.now();
  await find();
  await stateIs('idle');
  await expectWhole(fromMs, toMs);
});

it('records every outage of a hub that flaps each second, and is quiet again when it stays', async () => {
  await stateIs('idle');
  const outages: [fromMs: number, toMs: number][] = [];
  for (let i = 0; i < 5; i += 1) {
    await hub.die();
    const diedMs = Date.now();
    await sendFrames(FRAMES_PER_SECOND);
    outages.push([diedMs, Date.now()]);
    await hub.revive();
    await sendFrames(FRAMES_PER_SECOND);
  }
  await stateIs('idle');
  for (const [fromMs, toMs] of outages) await expectWhole(fromMs, toMs);
});

it('kept what the badge showed, unknown while the hub was away', async () => {
  const spans = await until(async () => {
    const rows = await installation.db.selectFrom('hubStateSpan').selectAll().orderBy('startTs').execute();
    return rows.at(-1)?.value === 'off' && rows;
  });
  const values = spans.map(({ known, value }) => (known ? value : '?'));
  expect(values.filter((value) => value === 'on')).toHaveLength(1);
  expect(values).toContain('?');
  // A span ends where the next begins.
  spans.slice(1).forEach(({ startTs }, i) => {
    expect(spans[i]?.endTs).toEqual(startTs);
  });
  expect(spans.at(-1)?.endTs).toBeNull();
});

it('reported the outage, and asked nothing of the hub but to read', async () => {
  await until(async () => (await raised()).includes('hub_unreachable'));
  const keys = (await raised()).filter((key) => key.startsWith('hub_'));
  expect(keys).toEqual(keys.map((_, i) => (i % 2 === 0 ? 'hub_unreachable' : 'hub_back')));
  expect(hub.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(new Set(hub.commands)).toEqual(new Set(['auth', 'subscribe_entities', 'ping']));
  expect(recorder.output()).not.toContain(hub.token);
});
